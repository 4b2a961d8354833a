// How many things wait for someone: the shell counts them, titles of pages show the number.
import { createContext, useContext } from 'react';

const AttentionContext = createContext(0);
export const AttentionCount = AttentionContext.Provider;
export const useAttentionCount = (): number => useContext(AttentionContext);
