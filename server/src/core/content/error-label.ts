// The part of an error that is kept without consent. Messages quote input ("cannot parse '…'"), so a message
// is content. Only words from a fixed list of error words stay; everything else becomes an ellipsis, quoted
// parts as a whole. Of a stack trace, only the line that says what happened is read.
import { errorHeadline } from '@tracewell/sdk/reading';

/** Also the number of characters that are read. */
const MAX_LOOKED_AT = 1_000;
const MAX_LABEL = 200;
const GAP = '…';

const WORDS = new Set(
  `a an the this that these those it its of in on at to for from by with without within after before during over under
   above below about into than then as and or not no nor is are was were be been being has have had do does did can
   could cannot may might must should will would if when while because but only also all any each some more most less
   least many few much too very again already still yet there here which who what how please see your you our we don
   doesn didn isn wasn couldn wouldn won t s error errors exception exceptions failure failures fail failed fails
   failing fault fatal panic crash crashed abort aborted aborting boom oops warning issue problem broken bad wrong
   invalid illegal malformed corrupt corrupted unexpected unknown unhandled uncaught unsupported unavailable
   unreachable unauthorized unauthenticated forbidden unprocessable incorrect incomplete incompatible internal external
   missing empty null undefined nan none nil denied rejected refused blocked disabled cancelled canceled interrupted
   terminated closed killed dropped lost reset exceeded exceeds exceed reached reach limit limited limits limiting
   quota quotas rate rates throttle throttled throttling overload overloaded busy capacity exhausted insufficient
   billing payment credit credits balance plan upgrade trial maximum minimum max min allowed permitted permission
   permissions access accessed authentication authorization authenticate authorize credential credentials login expired
   expire expires revoked inactive timeout timeouts timed time out late slow deadline wait waiting waited retry retries
   retrying retried attempt attempts connect connected connecting connection connections connectivity disconnect
   disconnected socket host hostname dns resolve resolved resolution network proxy gateway upstream downstream server
   servers service services client clients tls ssl certificate handshake protocol http https stream streaming streamed
   chunk chunks api endpoint url route method request requests requested response responses respond responded reply
   answer answered header headers body payload status code codes message messages content type types format formatted
   schema json xml yaml utf parse parsed parser parsing decode decoded decoding encode encoded encoding serialize
   deserialize validation validate validated syntax token tokens prompt prompts completion completions input inputs
   output outputs context length window size long longer short shorter large larger small smaller big high low model
   models deployment engine provider providers organization project account user users key keys secret name id ids
   field fields value values parameter parameters argument arguments property properties attribute option options
   setting settings configuration config default required require requires expected expect got received receive sent
   send sending given found find exist exists existing available support supported supports accept accepted temperature
   seed image images audio file files function functions tool tools call calls called calling agent step steps loop
   iteration iterations recursion memory disk space storage database query queries table row rows column index lock
   locked deadlock conflict conflicts transaction duplicate unique constraint violation violates violated violate
   policy policies safety filter filtered moderation flagged harmful guardrail refusal stop stopped finish finished
   reason process processed processing execute executed executing execution run running ran start started starting load
   loaded loading open opened read reading write writing create created creating update updated delete deleted get set
   put post import module package version runtime thread worker job task queue cache cached state operation operations
   resource resources object objects instance class string number integer float boolean array list map dictionary line
   position character characters byte bytes bit bits kb mb gb kib mib gib ms sec secs second seconds minute minutes
   mins hour hours day days month months once twice per one two three first last next previous current currently new
   old same other another different zero division overflow underflow range bounds bound stack trace pointer reference
   segmentation lookup eof end early later soon temporarily temporary permanent try trying tried such however hold
   holds contact check ensure verify reduce increase use used using usage useful provide provided unable able gone
   moved entity teapot ok okay precondition dependency implemented bandwidth partial redirect permanently acceptable
   continue switching multiple choices modified satisfiable expectation related etimedout econnreset econnrefused
   econnaborted enotfound epipe ehostunreach enetunreach enoent eacces enospc emfile eai eperm sigkill sigterm oom io
   os grpc rpc sql smtp ssh ftp rpm tpm rpd tpd openai anthropic google mistral azure bedrock vertex gemini claude gpt
   email phone card iban ip address jwt private us ssn my redacted deep assertion assert arithmetic system exit
   keyboard interrupt unicode base custom test`
    .trim()
    .split(/\s+/),
);

const QUOTED = /"[^"]*"|`[^`]*`|“[^”]*”|«[^»]*»|「[^」]*」|(?<![\p{L}\p{N}])'[^']*'|\{[^]*\}/gu;
const TOKEN = /[\p{L}\p{M}\p{N}_]+/gu;
/** Characters between words that stay; all others become a space. */
const PLAIN_SIGNS = /^[ .,:;!?()[\]/'’-]{1,4}$/;
/** A status, a count, a duration: nothing that identifies anyone. */
const SMALL_NUMBER = /^\d{1,3}(?:ms|s|m|h|k)?$/;
const PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g;

// The same few errors repeat. Messages with ids are endless; the cache is cleared when it is full.
const MAX_KNOWN = 2_000;
const known = new Map<string, string>();

/** Null if no word may be kept. */
export function errorLabel(message: string): string | null {
  const text = errorHeadline(message).slice(0, MAX_LOOKED_AT);
  let label = known.get(text);
  if (label === undefined) {
    label = shorten(text.replace(QUOTED, ` ${GAP} `));
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(text, label);
  }
  return label === '' ? null : label;
}

function shorten(text: string): string {
  let label = '';
  let end = 0;
  let hidden = false;
  let told = false;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const between = text.slice(end, index);
    end = index + token.length;
    if (between.includes(GAP) && !hidden) {
      label += label === '' ? GAP : ` ${GAP}`;
      hidden = true;
    }
    if (!isErrorWord(token)) {
      if (!hidden) label += label === '' ? GAP : ` ${GAP}`;
      hidden = true;
      continue;
    }
    const sign = label === '' ? opening(between) : !hidden && PLAIN_SIGNS.test(between) ? between : ' ';
    if (label.length + sign.length + token.length > MAX_LABEL) return label;
    label += sign + token;
    hidden = false;
    told = true;
  }
  if (!told) return '';
  const rest = text.slice(end);
  if (rest.includes(GAP)) return hidden ? label : `${label} ${GAP}`;
  return !hidden && PLAIN_SIGNS.test(rest) ? label + rest.trimEnd() : label;
}

const opening = (signs: string): string => (/^[[(]$/.test(signs) ? signs : '');

/** Words, and names made of words: `rate_limit_exceeded`, `BadRequestError`. */
function isErrorWord(token: string): boolean {
  if (WORDS.has(token) || WORDS.has(token.toLowerCase()) || SMALL_NUMBER.test(token)) return true;
  if (!/^[A-Za-z_]{3,64}$/.test(token)) return false;
  const parts = token.match(PARTS) ?? [];
  return parts.length > 1 && parts.every((part) => WORDS.has(part.toLowerCase()));
}
