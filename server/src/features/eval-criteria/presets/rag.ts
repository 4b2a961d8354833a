// Presets for answers based on retrieved text. "Context" in a rubric is everything in the call's input that
// serves as a source: retrieved passages, attached documents, search or tool results.

import { presetCheck, fiveLevels, type Preset, yesOrNo } from '#services/criteria';

export const RAG_PRESETS: readonly Preset[] = [
  fiveLevels({
    key: 'rag_faithfulness',
    category: 'RAG',
    name: 'Faithfulness to context',
    descriptionJa:
      '回答の主張が、与えられたコンテキスト(検索結果や資料)に裏付けられているかを 1〜5 で評価します。世の中の事実として正しいかどうかは問いません。',
    question:
      'Is every factual claim in the output supported by the context that the input provides (retrieved passages, documents, search or tool results)?',
    lookAt:
      'each factual claim in the output, one by one. A claim is supported when the context states it or it follows from the context by plain paraphrase, arithmetic or a single obvious step.',
    ignore:
      'whether the claim is true in the real world, whether the question is fully answered, writing style, and greetings or offers of further help.',
    levels: {
      5: 'Every claim is supported; nothing was added.',
      4: 'Every claim that matters to the answer is supported; one minor detail (an adjective, a background remark) goes beyond the context without changing its meaning.',
      3: 'The central claim is supported, but at least one other claim that a reader would act on is not found in the context.',
      2: 'Several claims, or the central one, are not found in the context, though some of the output does come from it.',
      1: 'A claim contradicts the context, or almost nothing in the output comes from it.',
    },
    edgeCases: [
      'The output says that the context does not hold the answer and claims nothing else: 5 if that is so, 2 if the context does hold it.',
      'A claim is openly marked as general knowledge outside the sources: treat it as a minor detail, unless it contradicts the context.',
      'The input holds no context at all: 1 if the output makes factual claims, 5 if it makes none.',
      'The output is empty: 1.',
    ],
  }),
  fiveLevels({
    key: 'rag_answer_relevance',
    category: 'RAG',
    name: 'Answer relevance',
    descriptionJa:
      '回答がユーザーの質問そのものに向き合っているかを 1〜5 で評価します。話題のずれや余計な内容が多いほど低くなります。',
    question: "Does the output address the question that the user's last message actually asks?",
    lookAt:
      'what the last user message asks for, including constraints such as time, place or product, and which share of the output serves that.',
    ignore: 'whether the answer is correct, whether the context supports it, and how polished it is.',
    levels: {
      5: 'The output answers exactly what was asked, with its constraints; nothing in it is off the subject.',
      4: 'The question is answered; a sentence or two were not asked for but stay on the subject.',
      3: 'The question is answered only in part or indirectly, or about half of the output is about something else.',
      2: 'The output is on the same broad subject but answers a different question, or drops the constraint that mattered most.',
      1: 'The output has nothing to do with the question.',
    },
    edgeCases: [
      'The output says clearly that the answer is not available and names what is missing: 4. A bare refusal without a reason: 2.',
      'The question is truly ambiguous and the output asks a fitting question back: 4.',
      'Several questions were asked: judge the share that is addressed.',
      'The output is empty: 1.',
    ],
  }),
  fiveLevels({
    key: 'rag_context_precision',
    category: 'RAG',
    name: 'Context precision',
    descriptionJa:
      '検索で取得されたパッセージのうち、質問に役立つものの割合と順序を 1〜5 で評価します。評価対象は検索であり、回答文ではありません。',
    question:
      'How much of the retrieved context is useful for answering the question, and does the useful part come first?',
    lookAt:
      'each passage of the context in its order. A passage is useful when it holds at least one statement that belongs in a correct answer to the question.',
    ignore:
      'the output (it is the retrieval that is being judged), and information that is missing from the context.',
    levels: {
      5: 'All passages are useful, or the only useless ones stand after all useful ones and are few.',
      4: 'Most passages are useful and the first one is.',
      3: 'About half of the passages are useful, or most are but the first one is not.',
      2: 'A minority of the passages is useful, and they stand after useless ones.',
      1: 'No passage is useful for the question.',
    },
    edgeCases: [
      'Only one passage was retrieved: 5 if useful, 3 if it is on the subject but holds no part of the answer, 1 otherwise.',
      'Several passages repeat one another: count the first as useful and the copies as useless.',
      'The input holds no context, or it cannot be told apart from the question: 1.',
      'An empty output does not change the score.',
    ],
  }),
  fiveLevels({
    key: 'rag_context_recall',
    category: 'RAG',
    name: 'Context recall',
    descriptionJa:
      '正しい回答に必要な情報が、取得されたコンテキストにどれだけ含まれているかを 1〜5 で評価します。参照回答があればそれを基準にします。',
    question: 'Does the retrieved context hold everything that a correct and complete answer needs?',
    lookAt:
      'the facts that a correct answer needs. Where a reference (expected) answer is given, take them from it; otherwise list what the question asks for. Then look for each fact in the context.',
    ignore: 'the output (it is the retrieval that is being judged), and surplus passages.',
    levels: {
      5: 'Every needed fact is in the context.',
      4: 'All but one minor fact; a correct answer is possible without it.',
      3: 'The main fact is there, but at least one fact that the question explicitly asks for is missing.',
      2: 'Only fragments are there; a correct answer would need to guess the main fact.',
      1: 'None of the needed facts is in the context.',
    },
    edgeCases: [
      'The question needs no sources (small talk, or a task on text that the user supplied in full): 5.',
      'The context contradicts itself on a needed fact: count that fact as missing.',
      'The input holds no context although the question needs it: 1.',
      'An empty output does not change the score.',
    ],
  }),
  fiveLevels({
    key: 'rag_citation_accuracy',
    category: 'RAG',
    name: 'Citation accuracy',
    descriptionJa:
      '回答中の引用(出典番号やリンク)が、その文の内容を本当に裏付けている資料を指しているかを 1〜5 で評価します。',
    question:
      'Do the citations in the output point to sources in the context that really support the sentences they are attached to?',
    lookAt:
      'each citation (number, link, title, quotation with its source) and the sentence that carries it; find the cited source in the context and compare. Then look for sentences with facts from the context that carry no citation.',
    ignore:
      'the form of the citations, whether facts that no source covers are true, and how good the sources are.',
    levels: {
      5: 'Every citation supports its sentence, and every sentence that states a fact from the context is cited.',
      4: 'Every citation supports its sentence; one or two facts from the context carry none.',
      3: 'Most citations are right, but one supports its sentence only in part or points to the wrong source; or about half of the facts carry none.',
      2: 'At least half of the citations do not support their sentences.',
      1: 'A cited source does not exist in the context, or no citation supports its sentence, or facts are stated from the context without any citation.',
    },
    edgeCases: [
      'The output states no facts (a greeting, a question back, "the sources do not say") and cites nothing: 5.',
      'One citation at the end of a paragraph covers all sentences of that paragraph.',
      'A quotation whose words differ from the source counts as not supported.',
      'The output is empty: 1.',
    ],
  }),
  yesOrNo({
    key: 'rag_abstains_without_answer',
    category: 'RAG',
    name: 'Abstains when context lacks the answer',
    descriptionJa:
      'コンテキストに答えがないとき、推測せずに「情報がない」と伝えられているかを 0/1 で判定します。答えがある場合は、きちんと答えていれば合格です。',
    question:
      'Does the output decline to answer when the context does not hold the answer, and answer when it does?',
    lookAt:
      "first decide, from the context alone, whether the user's question can be answered. Then look at what the output does.",
    ignore:
      'your own knowledge of the answer, politeness, length, and small errors of wording in an answer that the context supports.',
    pass: 'The context lacks the answer and the output says so without supplying one of its own; or the context holds the answer and the output gives it.',
    fail: 'The context lacks the answer and the output supplies one anyway, guessed or from general knowledge, even with a hedge such as "probably"; or the context holds the answer and the output claims that it does not.',
    edgeCases: [
      'The context holds part of the answer: 1 if the output gives that part and names what is missing, 0 if it fills the gap itself.',
      'Saying that the answer is missing and pointing to where it may be found (support, a manual) is still 1.',
      'The output refuses on other grounds, such as policy, although the context holds the answer: 0.',
      'The output is empty: 0.',
    ],
  }),
  presetCheck({
    key: 'rag_has_citation_marker',
    category: 'RAG',
    name: 'Has a citation marker',
    descriptionJa:
      '出力に [1] や [2, 3]、【1†出典】 のような引用マーカーが 1 つ以上あるかを正規表現で確認します。LLM は使いません。',
    type: 'regex',
    rubric: '\\[\\^?[0-9]{1,3}(?:, ?[0-9]{1,3})*\\]|【[0-9]{1,3}(?::[0-9]{1,3})?†[^】]{0,100}】',
  }),
  presetCheck({
    key: 'rag_answer_with_sources_json',
    category: 'RAG',
    name: 'Answer with sources as JSON',
    descriptionJa:
      '出力が、空でない answer と 1 件以上の sources を持つ JSON オブジェクトかを JSON Schema で検証します。フィールド名は用途に合わせて変更してください。',
    type: 'json_schema',
    rubric: JSON.stringify(
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        description: 'The output is a JSON object with a text "answer" and at least one entry in "sources".',
        type: 'object',
        required: ['answer', 'sources'],
        properties: {
          answer: { type: 'string', minLength: 1 },
          sources: { type: 'array', minItems: 1, items: { type: ['string', 'integer', 'object'] } },
        },
      },
      null,
      2,
    ),
  }),
];
