// What every form does alike: checks before it asks the service, shows work under way, and puts each error
// where it belongs: beside its field if it has one, above the form if not.
import { whileBusy } from './busy.js';
import { errorNotice } from './element.js';

const NAMES = { password: 'The password', newPassword: 'The password', email: 'The email', name: 'The name' };

function complaint(input) {
  const { validity, minLength, maxLength, name } = input;
  const what = NAMES[name] ?? 'This';
  if (validity.valueMissing || (input.required && input.value.trim() === '')) return `${what} is missing.`;
  if (validity.typeMismatch) return 'This does not look like an email address.';
  // `tooShort` only speaks after the person has typed, not after a password manager has.
  if (minLength > 0 && input.value.length < minLength)
    return `${what} needs at least ${minLength} characters.`;
  if (maxLength > 0 && input.value.length > maxLength)
    return `${what} can have at most ${maxLength} characters.`;
  return '';
}

function setFault(input, text) {
  const place = input.form.querySelector(`#${CSS.escape(input.id)}-fault`);
  if (!place) return false;
  place.textContent = text;
  if (text === '') input.removeAttribute('aria-invalid');
  else input.setAttribute('aria-invalid', 'true');
  return true;
}

const inputsOf = (form) => [...form.elements].filter((part) => part.name && part.type !== 'radio');

function showError(form, error) {
  const others = error.details?.filter(({ path, message }) => {
    const input = inputsOf(form).find((part) => part.name === path);
    return !input || !setFault(input, `${message.charAt(0).toUpperCase()}${message.slice(1)}.`);
  });
  const first = form.querySelector('[aria-invalid="true"]');
  if (first && others?.length === 0) first.focus();
  else form.querySelector('.live').replaceChildren(errorNotice(error));
}

/** `work` gets the values of the form; what it throws is shown. */
export function onSubmit(form, work) {
  const live = form.querySelector('.live');
  form.addEventListener('input', (event) => {
    if (event.target.getAttribute('aria-invalid') === 'true') setFault(event.target, complaint(event.target));
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    live.replaceChildren();
    for (const input of inputsOf(form)) setFault(input, complaint(input));
    const wrong = form.querySelector('[aria-invalid="true"]');
    if (wrong) {
      wrong.focus();
      return;
    }
    const values = Object.fromEntries(new FormData(form));
    void whileBusy(form.querySelector('[type="submit"]'), async () => {
      try {
        await work(values);
      } catch (error) {
        showError(form, error);
      }
    });
  });
}

/** A button in each password field that shows what was typed. */
export function addReveal(root = document) {
  for (const box of root.querySelectorAll('.reveal')) {
    const input = box.querySelector('input');
    const button = document.createElement('button');
    button.type = 'button';
    const show = (visible) => {
      input.type = visible ? 'text' : 'password';
      button.textContent = visible ? 'Hide' : 'Show';
      button.setAttribute('aria-label', visible ? 'Hide the password' : 'Show the password');
    };
    button.addEventListener('click', () => show(input.type === 'password'));
    input.form.addEventListener('submit', () => show(false));
    show(false);
    box.append(button);
  }
}
