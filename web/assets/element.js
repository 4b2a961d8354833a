// Elements from data. Text goes in as text, so that no name of a key or an account is ever read as markup.

export const byId = (id) => document.getElementById(id);

export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (value !== null) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** Text in which the service wrote commands and names in backticks. */
export const prose = (text) =>
  text
    .split(/(`[^`]+`)/)
    .map((part) => (/^`.+`$/.test(part) ? element('code', {}, part.slice(1, -1)) : part));

export function errorNotice(error, ...more) {
  return element(
    'div',
    { class: 'notice bad' },
    element('p', {}, ...prose(error.message)),
    error.requestId ? element('p', { class: 'small' }, `Request ${error.requestId}`) : null,
    ...more,
  );
}

/** A moment in the reader's own time, with UTC on hover. */
export function moment(iso) {
  const at = new Date(iso);
  const local = at.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  const utc = `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
  return element('time', { datetime: iso, title: utc }, local);
}
