// Two tables of samples: texts that must be redacted, and texts that must stay. `|` is removed from each text
// before the test, so that scanners for leaked keys do not report this file.
import { describe, expect, it } from 'vitest';
import type { RedactionKind } from './detector.ts';
import { redactText } from './redact-text.ts';

const whole = (text: string) => text.replaceAll('|', '');

const GUILTY: Record<RedactionKind, [text: string, redacted: string][]> = {
  email: [
    ['Write to jane.doe@example.com, please.', 'Write to [email], please.'],
    ['<j@x.io>', '<[email]>'],
    ['mailto:first+tag@sub.domain.co.uk?subject=hi', 'mailto:[email]?subject=hi'],
    ['お問い合わせはtaro.yamada@example.co.jpまでお願いします', 'お問い合わせは[email]までお願いします'],
    ['メールはｔａｒｏ＠ｅｘａｍｐｌｅ．ｊｐです', 'メールは[email]です'],
    ['Schreib an jürgen@müller.de!', 'Schreib an [email]!'],
    ['Пишите на иван@почта.рф или позвоните', 'Пишите на [email] или позвоните'],
    ['请发邮件到zhang_wei@163.com。', '请发邮件到[email]。'],
    ['{"to":"o\'hara@example.org","cc":["a@b.co"]}', '{"to":"[email]","cc":["[email]"]}'],
    ['?email=joe%40example.com&x=1', '?email=[email]&x=1'],
    ['https://user:hunter2@example.com/path', 'https://user:[email]/path'],
    ['ends with joe@example.com.', 'ends with [email].'],
    ['user@xn--mller-kva.xn--p1ai', '[email]'],
  ],
  phone: [
    ['Call +1 (415) 555-2671 now', 'Call [phone] now'],
    ['+14155552671', '[phone]'],
    ['(415) 555-2671', '[phone]'],
    ['415-555-2671 or 415.555.2671', '[phone] or [phone]'],
    ['1-800-555-0199', '[phone]'],
    ['123-456-7890', '[phone]'],
    ['My phone number is 4155552671.', 'My phone number is [phone].'],
    ['電話番号は090-1234-5678です。', '電話番号は[phone]です。'],
    ['携帯：０９０ー１２３４ー５６７８', '携帯：[phone]'],
    ['お電話は03-1234-5678、0120-123-456', 'お電話は[phone]、[phone]'],
    ['09012345678に連絡', '[phone]に連絡'],
    ['+81 90-1234-5678', '[phone]'],
    ['Londres: +44 (0)20 7946 0958', 'Londres: [phone]'],
    ['UK 020 7946 0958 and 07700 900123', 'UK [phone] and [phone]'],
    ['Appelez le 06 12 34 56 78 ou 01.23.45.67.89', 'Appelez le [phone] ou [phone]'],
    ['Tél\u00a0: 06\u00a012\u00a034\u00a056\u00a078', 'Tél\u00a0: [phone]'],
    ['Ruf an: 0171/1234567 oder 030 12345678', 'Ruf an: [phone] oder [phone]'],
    ['Teléfono: 612 345 678', 'Teléfono: [phone]'],
    ['Ligue (11) 91234-5678', 'Ligue [phone]'],
    ['手机：13812345678', '手机：[phone]'],
    ['联系 138 1234 5678', '联系 [phone]'],
    ['전화 010-1234-5678', '전화 [phone]'],
    ['Телефон: +7 (495) 123-45-67', 'Телефон: [phone]'],
    ['WhatsApp +91 98765 43210', 'WhatsApp [phone]'],
    ['0049 30 12345678', '[phone]'],
    ['هاتف: ٠٥٠١٢٣٤٥٦٧', 'هاتف: [phone]'],
    ['(03) 9123 4567 in Melbourne', '[phone] in Melbourne'],
    ['{"phone":"5551234567"}', '{"phone":"[phone]"}'],
  ],
  credit_card: [
    ['Visa 4111 1111 1111 1111 exp 12/27', 'Visa [credit_card] exp 12/27'],
    ['4242424242424242', '[credit_card]'],
    ['5555-5555-5555-4444', '[credit_card]'],
    ['Amex 3782 822463 10005, 378282246310005', 'Amex [credit_card], [credit_card]'],
    ['6011111111111117', '[credit_card]'],
    ['30569309025904', '[credit_card]'],
    ['カード番号は3530111333300000です', 'カード番号は[credit_card]です'],
    ['Karte: ４１１１ １１１１ １１１１ １１１１', 'Karte: [credit_card]'],
    ['2223003122003222', '[credit_card]'],
    ['6200000000000005', '[credit_card]'],
    ['pay with "4012888888881881"!', 'pay with "[credit_card]"!'],
  ],
  iban: [
    ['IBAN: DE89 3704 0044 0532 0130 00', 'IBAN: [iban]'],
    ['GB29NWBK60161331926819', '[iban]'],
    ['virement sur FR14 2004 1010 0505 0001 3M02 606.', 'virement sur [iban].'],
    ['nl91abna0417164300', '[iban]'],
    ['Konto CH93 0076 2011 6238 5295 7, Zürich', 'Konto [iban], Zürich'],
    ['NO93 8601 1117 947', '[iban]'],
    ['口座はES9121000418450200051332です', '口座は[iban]です'],
  ],
  ip_address: [
    ['from 203.0.113.42:8080 to 10.0.0.0/8', 'from [ip_address]:8080 to [ip_address]/8'],
    ['client=192.168.1.1', 'client=[ip_address]'],
    ['http://8.8.8.8/x', 'http://[ip_address]/x'],
    ['接続元は198.51.100.7です', '接続元は[ip_address]です'],
    ['2001:db8:85a3::8a2e:370:7334', '[ip_address]'],
    ['[2001:db8::1]:443', '[[ip_address]]:443'],
    ['fe80::1ff:fe23:4567:890a%eth0', '[ip_address]%eth0'],
    ['2001:0db8:0000:0000:0000:ff00:0042:8329.', '[ip_address].'],
    ['::ffff:192.0.2.128', '[ip_address]'],
    ['peer: 2606:4700:4700::1111', 'peer: [ip_address]'],
  ],
  api_key: [
    ['sk|-proj-abcDEF123456ghiJKL789012mnoPQR345', '[api_key]'],
    ['OPENAI_API_KEY=sk|-abcdefghijklmnop1234567890ABCDEF', 'OPENAI_API_KEY=[api_key]'],
    ['sk|-ant-api03-AbCd_1234-efGH5678ijKL9012', '[api_key]'],
    ['key AKIA|IOSFODNN7EXAMPLE.', 'key [api_key].'],
    ['ghp|_1234567890abcdefghijABCDEFGHIJ123456', '[api_key]'],
    ['github|_pat_11ABCDEFG0abcdefghijkl_mnop', '[api_key]'],
    ['AIza|SyA1234567890abcdefghijklmnopqrstuv', '[api_key]'],
    ['xox|b-123456789012-abcdefGHIJKL', '[api_key]'],
    ['sk|_live_4eC39HqLyjWDarjtT1zdp7dc', '[api_key]'],
    ['whs|ec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', '[api_key]'],
    ['twl|_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklm', '[api_key]'],
    ['Authorization: Bearer abc123.def456-ghi789', 'Authorization: Bearer [api_key]'],
    ['authorization: Basic dXNlcjpwYXNzd29yZA==', 'authorization: Basic [api_key]'],
    ['{"api_key": "0123456789abcdef0123456789abcdef"}', '{"api_key": "[api_key]"}'],
    ['{\\"client_secret\\":\\"Zx81-abcdefghijkl\\"}', '{\\"client_secret\\":\\"[api_key]\\"}'],
    ['aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', 'aws_secret_access_key = [api_key]'],
    ['glp|at-abcdefghij1234567890', '[api_key]'],
    ['hf|_abcdefghijABCDEFGHIJ1234567890abcd', '[api_key]'],
    ['キーはsk|-abcdefghijklmnop1234567890ABCDEFです', 'キーは[api_key]です'],
    ['SG|.abcdefghij1234567890ab.abcdefghijklmnopqrstuvwxyz1234567890ABCDEFG', '[api_key]'],
  ],
  jwt: [
    [
      'token eyJ|hbGciOiJIUzI1NiJ9.eyJ|zdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U.',
      'token [jwt].',
    ],
    ['Bearer eyJ|hbGciOiJub25lIn0.eyJ|zdWIiOiJqb2UifQ.', 'Bearer [jwt]'],
    ['"eyJ|hbGciOiJSUzI1NiJ9.eyJ|pc3MiOiJqb2UifQ.c2lnbmF0dXJl"', '"[jwt]"'],
    ['eyJ|hbGciOiJSU0EtT0FFUCJ9.a2V5a2V5a2V5.aXZpdml2.Y2lwaGVydGV4dA.dGFndGFn', '[jwt]'],
  ],
  private_key: [
    [
      'a\n-----BEGIN |RSA PRIVATE KEY-----\nMIIEow==\nabc\n-----END |RSA PRIVATE KEY-----\nb',
      'a\n[private_key]\nb',
    ],
    ['-----BEGIN |PRIVATE KEY-----\\nMIIE\\n-----END |PRIVATE KEY-----\\n', '[private_key]\\n'],
    [
      '-----BEGIN |OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA\nAAAABG5vbmU and so on',
      '[private_key] and so on',
    ],
    [
      '-----BEGIN |PGP PRIVATE KEY BLOCK-----\nComment: x\n\nlQOY\n-----END |PGP PRIVATE KEY BLOCK-----',
      '[private_key]',
    ],
  ],
  us_ssn: [
    ['SSN 123-45-6789', 'SSN [us_ssn]'],
    ['(219-09-9999)', '([us_ssn])'],
    ['social security number: 219 09 9999', 'social security number: [us_ssn]'],
    ['{"ssn":"219099999"}', '{"ssn":"[us_ssn]"}'],
    ['Seguro social 457‑55‑5462', 'Seguro social [us_ssn]'],
  ],
  my_number: [
    ['マイナンバーは123456789018です', 'マイナンバーは[my_number]です'],
    ['my number 1234 5678 9018', 'my number [my_number]'],
    ['1234-5678-9018', '[my_number]'],
    ['個人番号：１２３４５６７８９０１８', '個人番号：[my_number]'],
    ['{"myNumber":"123456789018"}', '{"myNumber":"[my_number]"}'],
  ],
};

const INNOCENT: Record<string, string[]> = {
  ids: [
    '550e8400-e29b-41d4-a716-446655440000',
    '00000000-0000-0000-0000-000000000000',
    '12345678-1234-4123-8123-412345678901',
    'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
    '4bf92f3577b34da6a3ce929d0e0e4736',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    'trace 0af7651916cd43dd8448eb211c80319c span b7ad6b7169203331',
    'chatcmpl-9xYzAbCdEfGhIjKlMnOpQrStUvWx',
    'msg_01XFDUDYJgAACzvnptvVoYEL',
    'call_abc123DEF456ghi789JKL012',
    'toolu_01A09q90qw90lq917835lq9',
    'order 123456789012, invoice 2024-000123',
    'arn:aws:iam::123456789012:role/service-role',
    'req_7f3a9c2b1d8e4f6a',
    'snowflake 1234567890123456789',
    'ISBN 978-3-16-148410-0 and 0671027034',
    'EAN 4006381333931',
    'Kundennummer 30012345',
  ],
  hashes: [
    'd41d8cd98f00b204e9800998ecf8427e',
    'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'commit 38271b4 and 1a0680d2c9f1e0b7a6d5c4b3a2918070605f4e3d',
    'sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==',
    'MAC 00:1a:2b:3c:4d:5e',
    '43:51:43:a1:b5:fc:8b:b7:0a:3a:a9:b1:0f:66:73:a8',
    '50:06:0b:00:00:c2:62:00',
  ],
  times: [
    '2026-06-15T12:30:45.123Z',
    '2026-06-15 12:30:45',
    '2024-01-31T23:59:59+09:00',
    '15/06/2026 and 06-15-2026 and 15.06.2026',
    '01/02/2024 10:20:30',
    '1718452245 and 1718452245123 and 1718452245123456789',
    '2026年6月15日 10時20分',
    'Mon, 15 Jun 2026 12:30:45 +0900',
    '12:30:45 to 13:00:00',
    '20260615T123045Z',
    'from 2019-2023, 09-12 Uhr',
  ],
  numbers: [
    '$1,234.56 and €1.234.567,89',
    '1 234 567,89 €',
    'usage: 1024 prompt, 2048 completion, 3072 total tokens',
    '128000 of 200000 tokens',
    '512 256 2048',
    '3.141592653589793 and 0.30000000000000004',
    '0.4111111111111111',
    '40.712776, -74.005974',
    'p50 12.5 ms, p99 1500.25 ms',
    'rows 1000000 (+250000)',
    '+100000000 users',
    '10000000000 units',
    '[0.0123, -0.4567, 0.8901, 0.2345]',
    '1e10 2.5e-07 6.02214076e23',
    '01 02 03 04 05 06 07 08',
    '¥1,000,000（税込）',
    'room 101-202-303',
    '100%@2x',
  ],
  versions: [
    'v1.2.3.4',
    'version 10.0.22631.4317, Version: 1.2.3.4',
    'Chrome/126.0.6478.127 Safari/537.36',
    'npm install lodash@4.17.21 @types/node@20.1.0',
    'typescript@latest, vue@next',
    'OID 1.3.6.1.4.1.311.21.20',
    'see section 4.2.1.3',
    '2.0.0-beta.12',
    'CVE-2024-12345 RFC 9110 ISO 8601',
  ],
  models: [
    'gpt-4o-2024-08-06',
    'claude-sonnet-4-5-20250929',
    'gemini-2.5-flash-preview-05-20',
    'mistral-large-2411',
    'meta-llama/Llama-3.3-70B-Instruct',
    'text-embedding-3-large',
    'us.anthropic.claude-3-5-sonnet-20241022-v2:0',
    'ft:gpt-4o-mini-2024-07-18:acme::9abcDEF1',
  ],
  code: [
    'std::vector<int> a::b abc::def',
    'git@github.com:owner/name.git',
    'icon@2x.png',
    '@app.route("/x") and @Injectable()',
    'max_tokens: 4096, cache_key=user-profile-page',
    'task-force risk-management sk-learn disk-usage-report-of-2024',
    'pip install scikit-learn==1.5.0',
    'the bearer of bad news',
    'a basic understanding of authentication',
    '127.0.0.1:4318 and 0.0.0.0 and ::1',
    'mask 255.255.255.0',
    '-----BEGIN CERTIFICATE----- MIIB -----END CERTIFICATE-----',
    'eyJ is the beginning of every token',
    'secret: ask the administrator',
    'grep -E "[0-9]{3}-[0-9]{4}"',
    'SELECT * FROM calls WHERE id = 42 LIMIT 100',
  ],
  prose: [
    'The iPhone 15 sold 231000000 units; smartphone shipments reached 1200000000.',
    'Die Hotline ist besetzt. Wir melden uns bald!',
    '日本の人口は約124500000人です。',
    '我们有1000000个用户。',
    'Il y a 67 000 000 habitants en France.',
    'Das Modell kostet 2,50 $ je 1.000.000 Token.',
    '東京都千代田区1-1-1',
    'Tweet me @username, or ping @here',
  ],
};

describe('redactText', () => {
  for (const [kind, samples] of Object.entries(GUILTY)) {
    it.each(samples)(`${kind}: %s`, (text, redacted) => {
      const result = redactText(whole(text));
      expect(result.text).toBe(redacted);
      expect(Object.keys(result.counts)).toEqual([kind]);
    });
  }

  for (const [group, texts] of Object.entries(INNOCENT)) {
    it.each(texts)(`leaves ${group} alone: %s`, (text) => {
      expect(redactText(text)).toEqual({ text, counts: {} });
    });
  }

  it('has enough samples', () => {
    expect(Object.values(GUILTY).flat().length).toBeGreaterThanOrEqual(80);
    expect(Object.values(INNOCENT).flat().length).toBeGreaterThanOrEqual(60);
  });

  it('does not change text that is already redacted', () => {
    for (const [text] of Object.values(GUILTY).flat()) {
      const once = redactText(whole(text)).text;
      expect(redactText(once)).toEqual({ text: once, counts: {} });
    }
  });
});
