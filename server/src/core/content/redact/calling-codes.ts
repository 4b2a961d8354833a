// Country calling codes with the number of digits that may follow (ITU-T E.164).
const BY_LENGTHS: Record<string, string> = {
  '10-10': '1 52 58 225 229',
  '10-11': '54',
  '10-12': '30',
  '10-14': '7 234',
  '11-11': '888',
  '12-12': '878',
  '5-7': '290 500 676 677 678 682 683 688 690',
  '5-8': '47 247 386 686',
  '5-10': '27 64 98 685',
  '5-11': '31 352 852',
  '5-12': '61 358 971',
  '6-6': '298 299 672 687',
  '6-7': '597',
  '6-9': '40 252 355 376 421 508 681 689',
  '6-10': '48 53 95 880',
  '6-11': '49 375 595',
  '6-12': '39 46 359 381',
  '6-13': '43 63 598',
  '7-7': '238 239 246 248 269 291 297 592 673 674 680 691 692',
  '7-8': '241 599 670 675 853 961 965 975',
  '7-9': '220 231 245 265 354 385 423 967 968',
  '7-10': '44 82 84 230 243 254 263 267 353 372 960',
  '7-11': '501 503 507 679 886 974',
  '7-12': '62 86 882 972',
  '7-13': '90',
  '8-8':
    '45 216 222 223 226 227 228 232 235 236 253 257 266 350 356 357 370 371 373 374 389 505 509 800 808 973 993',
  '8-9': '32 36 51 213 224 233 237 250 258 264 268 377 382 387 591 962 963',
  '8-10': '20 60 81 378 506 850 855 856 964 970 976',
  '8-11': '55 57 65 502 504 593 977',
  '8-12': '92 383 883',
  '8-13': '66 91',
  '9-9':
    '33 34 93 94 211 212 218 221 240 242 244 249 251 255 256 260 261 262 351 590 594 596 979 992 994 995 998',
  '9-10': '380 881 966 996',
  '9-11': '56',
  '9-12': '41 420 870',
};

const LENGTHS = new Map(
  Object.entries(BY_LENGTHS).flatMap(([lengths, codes]) => {
    const [least = 0, most = 0] = lengths.split('-').map(Number);
    return codes.split(' ').map((code) => [code, { least, most }] as const);
  }),
);

// Numbers of these countries keep their leading zero abroad.
const KEEPS_ZERO = new Set(['39', '225', '229', '242', '378']);

/** Whether digits without a plus sign can be a number of some country. No code is a prefix of another. */
export function isInternational(digits: string): boolean {
  for (let length = 1; length <= 3; length += 1) {
    const code = digits.slice(0, length);
    const lengths = LENGTHS.get(code);
    if (!lengths) continue;
    if (digits[length] === '0' && !KEEPS_ZERO.has(code)) return false;
    const rest = digits.length - length;
    return rest >= lengths.least && rest <= lengths.most;
  }
  return false;
}
