// Results of rules, and reasons for a missing score.
import type { Schemas } from '#api';
import { defineWordings, plural, onOneLine, wordFor } from '#lib/worded';

const at = (place: string): string => (place === '' ? 'the top level' : onOneLine(place));
const atJa = (place: string): string => (place === '' ? '最上位' : onOneLine(place));
const SIGNS = { atLeast: '≥', atMost: '≤', above: '>', below: '<' } as const;
const MODELS = { judge: '判定モデル', generator: '生成モデル', embedder: '埋め込みモデル' } as const;
const NAMES = { judge: 'judge', generator: 'generator', embedder: 'embedding model' } as const;

export const scoreWordings = defineWordings<Schemas['ScoreFigures']>(
  {
    equal: () => 'The output equals the expected text.',
    differs_only: ({ how }) =>
      `The output differs from the expected text only in ${wordFor({ white_space: 'white space at its beginning or end', line_ends: 'line endings', normalisation: 'how its characters are composed (Unicode normalization)', case: 'upper and lower case' }, how)}.`,
    differs_length: (f, { count }) =>
      `The output has ${count(f.outputChars)} ${plural(f.outputChars, 'character')}, the expected text ${count(f.expectedChars)}. They are equal up to the end of the shorter one.`,
    differs_from: (f, { count }) =>
      `The output differs from the expected text from character ${count(f.from)} on. It has ${count(f.outputChars)} ${plural(f.outputChars, 'character')}, the expected text ${count(f.expectedChars)}.`,
    contains: ({ from }, { count }) => `The output contains the text, from character ${count(from)} on.`,
    repeats_no_tool_call: () => 'The answer repeats no tool call.',
    repeats_tool_call: (f, { count }) =>
      `The answer makes a tool call again that was made ${count(f.repeats)} ${plural(f.repeats, 'time')} before with the same arguments. Allowed: ${count(f.allowed)}.`,
    repeats_tool_call_as_allowed: (f, { count }) =>
      `The answer makes a tool call again that was made ${count(f.repeats)} ${plural(f.repeats, 'time')} before with the same arguments, which is allowed.`,
    contains_other_case: () => 'The output contains the text only in different upper and lower case.',
    contains_not: () => 'The output does not contain the text.',
    pattern_matches: (f, { count }) =>
      `The pattern matches characters ${count(f.from)} to ${count(f.to)} of the output.`,
    pattern_matches_nothing: ({ from }, { count }) =>
      `The pattern matches the empty text before character ${count(from)}.`,
    pattern_matches_nowhere: () => 'The pattern matches nowhere in the output.',
    path_selects: ({ place }) => `The query selects ${onOneLine(place)} in the output.`,
    path_selects_nothing: () => 'The query selects nothing in the output.',
    path_equal: (f, { count }) =>
      `The query selects ${count(f.count)} ${plural(f.count, 'value')}, equal to the expected value.`,
    path_finds_text: (f, { count }) =>
      `${onOneLine(f.place)} is a text of ${count(f.length)} ${plural(f.length, 'character')}, not the expected value.`,
    path_finds_array: (f, { count }) =>
      `${onOneLine(f.place)} is an array of ${count(f.length)} ${plural(f.length, 'value')}, not the expected value.`,
    path_finds_object: (f, { count }) =>
      `${onOneLine(f.place)} is an object with ${count(f.length)} ${plural(f.length, 'member')}, not the expected value.`,
    path_finds: ({ place, found }) =>
      `${onOneLine(place)} is ${wordFor({ null: 'an empty value', true: '“true”', false: '“false”', number: 'a number' }, found)}, not the expected value.`,
    json_unreadable: ({ why }) =>
      `The output is not valid JSON: ${wordFor({ invalid_utf8: 'it contains an incomplete character', duplicate_key: 'an object in it has a duplicate key', forbidden_key: 'it contains the key “__proto__”', empty: 'it is empty', code_fence: 'it begins with a Markdown code fence', too_short: 'it ends too early' }, why)}.`,
    json_unreadable_at: (f, { count }) =>
      `The output is not valid JSON: character ${count(f.at)} is unexpected.`,
    schema_fits: () => 'The output is JSON that matches the schema.',
    schema_enum: ({ place }) =>
      `The output does not match the schema: ${at(place)} must be one of the allowed values.`,
    schema_const: ({ place }) =>
      `The output does not match the schema: ${at(place)} must have the one allowed value.`,
    schema_limit: ({ place, comparison, limit }, { compact }) =>
      `The output does not match the schema: ${at(place)} must be ${wordFor(SIGNS, comparison)} ${compact(limit)}.`,
    schema_multiple: ({ place, divisor }, { compact }) =>
      `The output does not match the schema: ${at(place)} must be a multiple of ${compact(divisor)}.`,
    schema_type: ({ place, type }) =>
      `The output does not match the schema: ${at(place)} must be of type ${type.replaceAll(',', ' or ')}.`,
    schema_required: ({ place, property }) =>
      `The output does not match the schema: ${at(place)} must have the property “${onOneLine(property)}”.`,
    schema_size: ({ place, bound, limit, unit }, { count }) =>
      `The output does not match the schema: ${at(place)} must have ${wordFor({ least: 'at least', most: 'at most' }, bound)} ${count(limit)} ${wordFor({ characters: plural(limit, 'character'), items: plural(limit, 'item'), properties: plural(limit, 'property', 'properties') }, unit)}.`,
    schema_pattern: ({ place, pattern }) =>
      `The output does not match the schema: ${at(place)} must match the pattern “${onOneLine(pattern)}”.`,
    schema_format: ({ place, format }) =>
      `The output does not match the schema: ${at(place)} must be in the format “${onOneLine(format)}”.`,
    schema_duplicates: ({ place, one, other }, { count }) =>
      `The output does not match the schema: items ${count(one)} and ${count(other)} of ${at(place)} are identical.`,
    schema_contains_range: ({ place, least, most }, { count }) =>
      `The output does not match the schema: ${at(place)} must contain ${count(least)} to ${count(most)} matching items.`,
    schema_contains: ({ place, least }, { count }) =>
      `The output does not match the schema: ${at(place)} must contain at least ${count(least)} matching ${plural(least, 'item')}.`,
    schema_additional: ({ place }) =>
      `The output does not match the schema: ${at(place)} has a property that is not allowed.`,
    schema_unevaluated: ({ place }) =>
      `The output does not match the schema: ${at(place)} has a property that the schema does not describe.`,
    schema_property_name: ({ place }) =>
      `The output does not match the schema: the name of a property of ${at(place)} is not allowed.`,
    schema_dependent: ({ place, number, properties, property }) =>
      `The output does not match the schema: ${at(place)} has “${onOneLine(property)}”, so it must also have the ${wordFor({ one: 'property', several: 'properties' }, number)} ${onOneLine(properties)}.`,
    schema_one_of: ({ place }) =>
      `The output does not match the schema: ${at(place)} must match exactly one of the schemas in “oneOf”.`,
    schema_any_of: ({ place }) =>
      `The output does not match the schema: ${at(place)} must match one of the schemas in “anyOf”.`,
    schema_not: ({ place }) =>
      `The output does not match the schema: ${at(place)} matches what “not” excludes.`,
    schema_branch: ({ place, branch }) =>
      `The output does not match the schema: ${at(place)} must match the “${branch}” schema.`,
    schema_false: ({ place }) => `The output does not match the schema: nothing is allowed at ${at(place)}.`,
    schema_other: ({ place, rule }) =>
      `The output does not match the schema: ${at(place)} ${onOneLine(rule)}.`,
    no_expected_output: () => 'There is no expected output to compare with.',
    output_too_long: ({ kib }, { count }) => `The output is longer than ${count(kib)} KiB.`,
    output_too_deep: ({ levels }, { count }) =>
      `The output is JSON nested more than ${count(levels)} levels deep.`,
    rubric_unusable: ({ problem }) => `The rubric does not compile: ${problem}`,
    rubric_too_slow: () => 'The rule took too long on this output and was stopped.',
    rubric_too_large: () => 'The rule needed too much memory on this output and was stopped.',
    rubric_circular: () => 'The rule refers to itself without end, or goes too deep, on this output.',
    code_scored: ({ score }, { compact }) => `The code scored ${compact(score)}.`,
    code_labelled: ({ label }) => `The code chose “${onOneLine(label)}”.`,
    code_says: ({ reason }) => reason,
    code_threw_at: ({ line, problem }, { count }) =>
      `The code failed in line ${count(line)}: ${onOneLine(problem)}`,
    code_threw: ({ problem }) => `The code failed: ${onOneLine(problem)}`,
    code_result: ({ why }) =>
      `The code returned no score: ${wordFor({ nothing: 'it returned nothing', kind: 'it returned something else', not_boolean: 'it returned something other than true or false', not_finite: 'the number is not finite', promise: 'it returned a promise' }, why)}.`,
    code_off_scale: ({ score, min, max }, { compact }) =>
      `The code scored ${compact(score)}, which is not from ${compact(min)} to ${compact(max)}.`,
    code_unknown_label: () => 'The code chose a label that it does not declare.',
    material_too_long: ({ kib }, { count }) => `The call is longer than ${count(kib)} KiB.`,
    trace_too_long: ({ steps }, { count }) => `The trace has more than ${count(steps)} steps.`,
    trace_without_content: () => 'The messages of this trace were not stored, so there is nothing to score.',
    similarity: ({ similarity, model }, { compact }) =>
      `Similarity ${compact(similarity)}, by ${onOneLine(model)}.`,
    similarity_threshold: ({ similarity, threshold, model }, { compact }) =>
      `Similarity ${compact(similarity)}, by ${onOneLine(model)}; it passes from ${compact(threshold)} on.`,
    similarity_empty: () => 'There is no text to compare.',
    tools_right: ({ expected }, { count }) =>
      `All ${count(expected)} expected tool ${plural(expected, 'call')} were made as expected.`,
    tools_unexpected: ({ expected, unexpected }, { count }) =>
      `All ${count(expected)} expected tool ${plural(expected, 'call')} were made, and ${count(unexpected)} others.`,
    tools_differ: ({ matched, expected, named, actual }, { count }) =>
      `${count(matched)} of ${count(expected)} expected tool ${plural(expected, 'call')} were made as expected, ${count(named)} by name; ${count(actual)} were made in total.`,
    expectation_unusable: ({ problem }) => `The expected tool calls cannot be read: ${onOneLine(problem)}`,
    trajectory_holds: ({ checks }, { count }) =>
      checks === 1 ? 'The check holds.' : `All ${count(checks)} checks hold.`,
    trajectory_fails: ({ held, checks, failures }, { count }) =>
      `${count(held)} of ${count(checks)} ${plural(checks, 'check')} hold: ${onOneLine(failures)}.`,
    embedder_unconnected: ({ setting }) =>
      `There is no embedding model. An admin names one in a connection under Settings, Model connections, or the operator of the service sets ${setting}.`,
    embedder_answer_unusable: ({ why }) =>
      `The answer of the embedding model could not be used: ${wordFor({ count: 'the number of vectors is wrong', length: 'the vectors differ in length', zero: 'a vector is zero' }, why)}.`,
    model_unconnected: ({ role, setting }) =>
      `The ${wordFor(NAMES, role)} has no model. An admin adds a connection under Settings, Model connections and makes it the default, or the operator of the service sets ${setting} and the settings that go with it.`,
    model_unreachable: ({ role, attempts }, { count }) =>
      `The ${wordFor(NAMES, role)} could not be reached in ${count(attempts)} ${plural(attempts, 'attempt')}. Try again later.`,
    model_failing: ({ role, status, attempts }, { count }) =>
      `The ${wordFor(NAMES, role)} answered with an error (HTTP ${status}) in ${count(attempts)} ${plural(attempts, 'attempt')}. Try again later.`,
    model_garbled: ({ role, attempts }, { count }) =>
      `The ${wordFor(NAMES, role)} gave no usable answer in ${count(attempts)} ${plural(attempts, 'attempt')}. Try again later.`,
    model_rejects: ({ role, status, why }) =>
      `The ${wordFor(NAMES, role)} rejected the request (HTTP ${status}): ${wordFor({ key: 'its key is wrong or may not use this model', address: 'there is no such model or address', too_long: 'the request is too long for it', credit: 'its account has no credit left', unrecorded: 'it is a recording of the sample data, and has no answer to this input', kind: 'the model does not take such requests, or this one is too long' }, why)}.`,
    model_timeout: ({ role, attempts }, { count }) =>
      `The ${wordFor(NAMES, role)} did not answer in time in ${count(attempts)} ${plural(attempts, 'attempt')}.`,
    model_rate_limited: ({ role, setting }) =>
      `The provider of the ${wordFor(NAMES, role)} limits the rate of requests, and there was no answer in time. Try again later. The operator of the service can lower ${setting}.`,
    model_cancelled: () => 'Cancelled before there was an answer.',
    judge_refused: () => 'The judge’s model or its provider refused to look at this content.',
    generator_refused: () => 'The generator’s model or its provider refused to answer this item.',
    judge_answer_unusable: ({ why }) =>
      `The judge’s answer could not be used, twice: ${wordFor({ empty: 'it was empty', not_json: 'it was not a JSON object', no_reasoning: 'it gave no reasoning' }, why)}.`,
    judge_answer_cut_off: ({ tokens }, { count }) =>
      `The judge’s answer could not be used, twice: it was cut off after ${count(tokens)} tokens.`,
    judge_answer_off_scale: ({ min, max, score }) =>
      `The judge’s answer could not be used, twice: its score of ${score} is not from ${min} to ${max}.`,
    judge_answer_other: ({ problem }) => `The judge’s answer could not be used, twice: ${problem}.`,
    nothing_to_judge: () => 'There is no content to judge: it was not stored, or has been deleted.',
    budget_exhausted: (f, { money }) =>
      `The LLM budget of ${money(f.budgetUsd)} for ${f.month} is not enough: ${money(f.spentUsd)} spent, ${money(f.heldUsd)} held by work in progress, up to ${money(f.neededUsd)} needed. Raise the budget, or wait for the next month.`,
    connection_budget_exhausted: (f, { money }) =>
      `The model connection “${f.name}” may spend ${money(f.budgetUsd)} a ${wordFor({ day: 'day', month: 'month' }, f.period)}: ${money(f.spentUsd)} spent, ${money(f.heldUsd)} held by requests in progress, up to ${money(f.neededUsd)} needed. Raise the budget of the connection, or wait.`,
    connection_without_price: ({ model, name }) =>
      `No price is known for ${model}, so the budget of the model connection “${name}” could not be kept. Set a price for the model, or remove the budget.`,
    call_gone: () => 'The call was deleted, or its retention ended, before it was scored.',
    no_content: () =>
      'The output of this call was not stored, so there is nothing to judge. Turn on “Store messages” under Settings, Data and privacy to keep the output of new calls.',
    no_trace: () => 'The call belongs to no trace, so there is no trajectory to judge.',
    no_session: () => 'The call belongs to no session, so there is no session to judge.',
    prompt_gone: () => 'The prompt of this dataset was deleted before the output was generated.',
    prompt_unreadable: () =>
      'The prompt of this dataset, its configuration, or another prompt that it contains cannot be read.',
    output_not_stored: () =>
      'The output was generated before the run was interrupted. The account stores no content, so it can no longer be judged.',
  },
  {
    equal: () => '出力は期待するテキストと一致しています。',
    differs_only: ({ how }) =>
      `出力は期待するテキストと${wordFor({ white_space: '先頭または末尾の空白', line_ends: '改行コード', normalisation: '文字の合成方法（Unicode 正規化）', case: '大文字と小文字' }, how)}だけが異なります。`,
    differs_length: (f, { count }) =>
      `出力は ${count(f.outputChars)} 文字、期待するテキストは ${count(f.expectedChars)} 文字です。短いほうの終わりまでは一致しています。`,
    differs_from: (f, { count }) =>
      `出力は ${count(f.from)} 文字目から期待するテキストと異なります（出力 ${count(f.outputChars)} 文字、期待 ${count(f.expectedChars)} 文字）。`,
    contains: ({ from }, { count }) => `出力の ${count(from)} 文字目からテキストが含まれています。`,
    repeats_no_tool_call: () => 'ツール呼び出しの繰り返しはありません。',
    repeats_tool_call: (f, { count }) =>
      `同じ引数ですでに ${count(f.repeats)} 回行われたツール呼び出しを繰り返しています。許容は ${count(f.allowed)} 回です。`,
    repeats_tool_call_as_allowed: (f, { count }) =>
      `同じ引数ですでに ${count(f.repeats)} 回行われたツール呼び出しですが、許容の範囲です。`,
    contains_other_case: () => '出力に含まれるテキストは大文字と小文字が異なります。',
    contains_not: () => '出力にテキストが含まれていません。',
    pattern_matches: (f, { count }) =>
      `パターンは出力の ${count(f.from)} 文字目から ${count(f.to)} 文字目に一致します。`,
    pattern_matches_nothing: ({ from }, { count }) =>
      `パターンは ${count(from)} 文字目の前の空文字列に一致します。`,
    pattern_matches_nowhere: () => 'パターンは出力のどこにも一致しません。',
    path_selects: ({ place }) => `クエリは出力の ${onOneLine(place)} を選択します。`,
    path_selects_nothing: () => 'クエリは出力から何も選択しません。',
    path_equal: (f, { count }) => `クエリが選択した ${count(f.count)} 個の値は期待する値と一致しています。`,
    path_finds_text: (f, { count }) =>
      `${onOneLine(f.place)} は ${count(f.length)} 文字のテキストで、期待する値ではありません。`,
    path_finds_array: (f, { count }) =>
      `${onOneLine(f.place)} は要素 ${count(f.length)} 個の配列で、期待する値ではありません。`,
    path_finds_object: (f, { count }) =>
      `${onOneLine(f.place)} はメンバー ${count(f.length)} 個のオブジェクトで、期待する値ではありません。`,
    path_finds: ({ place, found }) =>
      `${onOneLine(place)} は${wordFor({ null: '空の値', true: '「true」', false: '「false」', number: '数値' }, found)}で、期待する値ではありません。`,
    json_unreadable: ({ why }) =>
      `出力を JSON として読み取れません: ${wordFor({ invalid_utf8: '不完全な文字が含まれています', duplicate_key: '同じキーが重複しているオブジェクトがあります', forbidden_key: 'キー「__proto__」が含まれています', empty: '空です', code_fence: 'Markdown のコードフェンスで始まっています', too_short: '途中で終わっています' }, why)}。`,
    json_unreadable_at: (f, { count }) =>
      `出力を JSON として読み取れません: ${count(f.at)} 文字目が不正です。`,
    schema_fits: () => '出力はスキーマに適合する JSON です。',
    schema_enum: ({ place }) =>
      `出力がスキーマに適合しません: ${atJa(place)} は許可された値のいずれかでなければなりません。`,
    schema_const: ({ place }) =>
      `出力がスキーマに適合しません: ${atJa(place)} は指定された値でなければなりません。`,
    schema_limit: ({ place, comparison, limit }, { compact }) =>
      `出力がスキーマに適合しません: ${atJa(place)} は ${wordFor(SIGNS, comparison)} ${compact(limit)} でなければなりません。`,
    schema_multiple: ({ place, divisor }, { compact }) =>
      `出力がスキーマに適合しません: ${atJa(place)} は ${compact(divisor)} の倍数でなければなりません。`,
    schema_type: ({ place, type }) =>
      `出力がスキーマに適合しません: ${atJa(place)} の型は ${type.replaceAll(',', ' または ')} でなければなりません。`,
    schema_required: ({ place, property }) =>
      `出力がスキーマに適合しません: ${atJa(place)} にプロパティ「${onOneLine(property)}」が必要です。`,
    schema_size: ({ place, bound, limit, unit }, { count }) =>
      `出力がスキーマに適合しません: ${atJa(place)} の${wordFor({ characters: '文字', items: '要素', properties: 'プロパティ' }, unit)}数は ${count(limit)} ${wordFor({ least: '以上', most: '以下' }, bound)}でなければなりません。`,
    schema_pattern: ({ place, pattern }) =>
      `出力がスキーマに適合しません: ${atJa(place)} はパターン「${onOneLine(pattern)}」に一致しなければなりません。`,
    schema_format: ({ place, format }) =>
      `出力がスキーマに適合しません: ${atJa(place)} は「${onOneLine(format)}」の形式でなければなりません。`,
    schema_duplicates: ({ place, one, other }, { count }) =>
      `出力がスキーマに適合しません: ${atJa(place)} の要素 ${count(one)} と ${count(other)} が重複しています。`,
    schema_contains_range: ({ place, least, most }, { count }) =>
      `出力がスキーマに適合しません: ${atJa(place)} には条件に合う要素が ${count(least)} ～ ${count(most)} 個必要です。`,
    schema_contains: ({ place, least }, { count }) =>
      `出力がスキーマに適合しません: ${atJa(place)} には条件に合う要素が ${count(least)} 個以上必要です。`,
    schema_additional: ({ place }) =>
      `出力がスキーマに適合しません: ${atJa(place)} に許可されていないプロパティがあります。`,
    schema_unevaluated: ({ place }) =>
      `出力がスキーマに適合しません: ${atJa(place)} にスキーマで定義されていないプロパティがあります。`,
    schema_property_name: ({ place }) =>
      `出力がスキーマに適合しません: ${atJa(place)} に許可されていないプロパティ名があります。`,
    schema_dependent: ({ place, properties, property }) =>
      `出力がスキーマに適合しません: ${atJa(place)} に「${onOneLine(property)}」がある場合は ${onOneLine(properties)} も必要です。`,
    schema_one_of: ({ place }) =>
      `出力がスキーマに適合しません: ${atJa(place)} は「oneOf」のちょうど 1 つに適合しなければなりません。`,
    schema_any_of: ({ place }) =>
      `出力がスキーマに適合しません: ${atJa(place)} は「anyOf」のいずれかに適合しなければなりません。`,
    schema_not: ({ place }) => `出力がスキーマに適合しません: ${atJa(place)} が「not」の条件に該当します。`,
    schema_branch: ({ place, branch }) =>
      `出力がスキーマに適合しません: ${atJa(place)} は「${branch}」のスキーマに適合しなければなりません。`,
    schema_false: ({ place }) => `出力がスキーマに適合しません: ${atJa(place)} には値を置けません。`,
    schema_other: ({ place, rule }) => `出力がスキーマに適合しません: ${atJa(place)}（${onOneLine(rule)}）`,
    no_expected_output: () => '比較する期待出力がありません。',
    output_too_long: ({ kib }, { count }) => `出力が ${count(kib)} KiB を超えています。`,
    output_too_deep: ({ levels }, { count }) =>
      `出力の JSON の入れ子が ${count(levels)} 階層を超えています。`,
    rubric_unusable: ({ problem }) => `ルールを解釈できません: ${problem}`,
    rubric_too_slow: () => 'この出力ではルールの判定に時間がかかりすぎたため中止しました。',
    rubric_too_large: () => 'この出力ではルールの判定にメモリーが必要になりすぎたため中止しました。',
    rubric_circular: () => 'この出力ではルールの参照が循環しているか、深すぎます。',
    code_scored: ({ score }, { compact }) => `コードの点数は ${compact(score)} です。`,
    code_labelled: ({ label }) => `コードは「${onOneLine(label)}」を選びました。`,
    code_says: ({ reason }) => `コードの説明: ${reason}`,
    code_threw_at: ({ line, problem }, { count }) =>
      `コードが ${count(line)} 行目で失敗しました: ${onOneLine(problem)}`,
    code_threw: ({ problem }) => `コードが失敗しました: ${onOneLine(problem)}`,
    code_result: ({ why }) =>
      `コードが点数を返しませんでした: ${wordFor({ nothing: '何も返していません', kind: '点数以外を返しました', not_boolean: 'true / false 以外を返しました', not_finite: '有限の数値ではありません', promise: 'Promise を返しました' }, why)}。`,
    code_off_scale: ({ score, min, max }, { compact }) =>
      `コードの点数 ${compact(score)} は ${compact(min)}〜${compact(max)} の範囲にありません。`,
    code_unknown_label: () => 'コードが、宣言していないラベルを選びました。',
    material_too_long: ({ kib }, { count }) => `呼び出しが ${count(kib)} KiB を超えています。`,
    trace_too_long: ({ steps }, { count }) => `トレースが ${count(steps)} ステップを超えています。`,
    trace_without_content: () => 'このトレースのメッセージは保存されていないため、採点できません。',
    similarity: ({ similarity, model }, { compact }) =>
      `類似度は ${compact(similarity)} です（${onOneLine(model)}）。`,
    similarity_threshold: ({ similarity, threshold, model }, { compact }) =>
      `類似度は ${compact(similarity)} です（${onOneLine(model)}）。${compact(threshold)} 以上で合格です。`,
    similarity_empty: () => '比べる文章がありません。',
    tools_right: ({ expected }, { count }) =>
      `期待する ${count(expected)} 件のツール呼び出しがすべて行われました。`,
    tools_unexpected: ({ expected, unexpected }, { count }) =>
      `期待する ${count(expected)} 件のツール呼び出しのほかに、${count(unexpected)} 件の呼び出しがあります。`,
    tools_differ: ({ matched, expected, named, actual }, { count }) =>
      `期待する ${count(expected)} 件のうち ${count(matched)} 件が一致し、名前だけでは ${count(named)} 件です。呼び出しは全部で ${count(actual)} 件です。`,
    expectation_unusable: ({ problem }) => `期待するツール呼び出しを読み取れません: ${onOneLine(problem)}`,
    trajectory_holds: ({ checks }, { count }) => `${count(checks)} 件の確認をすべて満たしています。`,
    trajectory_fails: ({ held, checks, failures }, { count }) =>
      `${count(checks)} 件の確認のうち ${count(held)} 件を満たしています: ${onOneLine(failures)}`,
    embedder_unconnected: ({ setting }) =>
      `埋め込みモデルがありません。管理者が「設定」の「モデル接続」で指定するか、サービスの運用者が ${setting} を設定します。`,
    embedder_answer_unusable: ({ why }) =>
      `埋め込みモデルの回答を使えませんでした: ${wordFor({ count: 'ベクトルの数が違います', length: 'ベクトルの長さが違います', zero: 'ゼロのベクトルがあります' }, why)}。`,
    model_unconnected: ({ role, setting }) =>
      `${wordFor(MODELS, role)}のモデルがありません。管理者が「モデル接続」の設定で接続を追加して既定にするか、サービスの運用者が ${setting} と関連する設定を行います。`,
    model_unreachable: ({ role, attempts }, { count }) =>
      `${wordFor(MODELS, role)}に ${count(attempts)} 回試行しましたが接続できませんでした。後でもう一度お試しください。`,
    model_failing: ({ role, status, attempts }, { count }) =>
      `${wordFor(MODELS, role)}が ${count(attempts)} 回の試行にエラー（HTTP ${status}）を返しました。後でもう一度お試しください。`,
    model_garbled: ({ role, attempts }, { count }) =>
      `${wordFor(MODELS, role)}から ${count(attempts)} 回の試行で使える応答が得られませんでした。後でもう一度お試しください。`,
    model_rejects: ({ role, status, why }) =>
      `${wordFor(MODELS, role)}がリクエストを拒否しました（HTTP ${status}）: ${wordFor({ key: 'キーが誤っているか、このモデルを使う権限がありません', address: 'モデルまたはアドレスが存在しません', too_long: 'リクエストが長すぎます', credit: '提供元のアカウントの残高がありません', unrecorded: 'サンプルデータの記録で、この入力への回答がありません', kind: 'この種類のリクエストに対応していないか、リクエストが長すぎます' }, why)}。`,
    model_timeout: ({ role, attempts }, { count }) =>
      `${wordFor(MODELS, role)}は ${count(attempts)} 回の試行で時間内に応答しませんでした。`,
    model_rate_limited: ({ role, setting }) =>
      `${wordFor(MODELS, role)}の提供元がリクエスト数を制限しており、時間内に応答がありませんでした。後でもう一度お試しください。サービスの運用者は ${setting} を下げられます。`,
    model_cancelled: () => '応答の前に中止されました。',
    judge_refused: () => '判定モデルまたはその提供元が、この内容の判定を拒否しました。',
    generator_refused: () => '生成モデルまたはその提供元が、この項目への回答を拒否しました。',
    judge_answer_unusable: ({ why }) =>
      `判定モデルの回答が 2 回とも使えませんでした: ${wordFor({ empty: '空でした', not_json: 'JSON オブジェクトではありませんでした', no_reasoning: '理由がありませんでした' }, why)}。`,
    judge_answer_cut_off: ({ tokens }, { count }) =>
      `判定モデルの回答が 2 回とも使えませんでした: ${count(tokens)} トークンで途切れました。`,
    judge_answer_off_scale: ({ min, max, score }) =>
      `判定モデルの回答が 2 回とも使えませんでした: 点数 ${score} が ${min} ～ ${max} の範囲外です。`,
    judge_answer_other: ({ problem }) => `判定モデルの回答が 2 回とも使えませんでした: ${problem}`,
    nothing_to_judge: () => '判定する内容がありません。保存されていないか、すでに削除されています。',
    budget_exhausted: (f, { money }) =>
      `${f.month} の LLM 予算 ${money(f.budgetUsd)} では足りません。使用済み ${money(f.spentUsd)}、処理中の確保分 ${money(f.heldUsd)}、必要額は最大 ${money(f.neededUsd)} です。予算を増やすか、翌月までお待ちください。`,
    connection_budget_exhausted: (f, { money }) =>
      `モデル接続「${f.name}」の${wordFor({ day: '1 日', month: '1 か月' }, f.period)}の予算 ${money(f.budgetUsd)} では足りません。使用済み ${money(f.spentUsd)}、処理中の確保分 ${money(f.heldUsd)}、必要額は最大 ${money(f.neededUsd)} です。接続の予算を増やすか、お待ちください。`,
    connection_without_price: ({ model, name }) =>
      `${model} の価格が不明なため、モデル接続「${name}」の予算を守れません。モデルの価格を設定するか、予算を外してください。`,
    call_gone: () => '採点の前に呼び出しが削除されたか、保持期間が終わりました。',
    no_content: () =>
      'この呼び出しの出力は保存されていないため、判定できません。メッセージの保存を有効にすると、それ以降の出力が保存されます。',
    no_trace: () => '呼び出しがトレースに属していないため、判定する軌跡がありません。',
    no_session: () => '呼び出しがセッションに属していないため、判定するセッションがありません。',
    prompt_gone: () => '出力を生成する前に、データセットのプロンプトが削除されました。',
    prompt_unreadable: () =>
      'データセットのプロンプト、その構成、または含まれる別のプロンプトを読み込めません。',
    output_not_stored: () =>
      '出力は実行が中断される前に生成されました。アカウントが内容を保存しない設定のため、判定できません。',
  },
);
