export declare function serviceFlags(): string[];
export declare function serviceEnv(): Record<string, string | undefined>;
