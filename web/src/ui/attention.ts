// The number of things that need attention. The shell counts them, and page titles show the number.
import { createContext, useContext } from 'react';

const AttentionContext = createContext(0);
export const AttentionCount = AttentionContext.Provider;
export const useAttentionCount = (): number => useContext(AttentionContext);
