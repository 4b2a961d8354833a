// At which step of the guided example this browser is. Null if it was not begun, or is finished.
import { isObject } from './is-object.ts';
import { GUIDE_STEPS, type GuideStep } from './guide-steps.ts';
import { stored } from './stored.ts';

interface GuideState {
  step: GuideStep;
  /** False if it was left, and can be resumed. */
  isOpen: boolean;
}

function read(text: string | null): GuideState | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    const step = isObject(value) ? GUIDE_STEPS.find((each) => each === value['step']) : undefined;
    return step === undefined || !isObject(value) ? null : { step, isOpen: value['isOpen'] === true };
  } catch {
    return null;
  }
}

export const guide = stored<GuideState | null>('guide', read);
