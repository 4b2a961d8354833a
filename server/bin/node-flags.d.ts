export declare function serviceFlags(): string[];
