import type { Schemas } from '#api';
import { useWorded, type Said } from '#i18n';
import { proposalWordings, type ProposalWords } from './wordings.ts';

export function useProposalWords(): (proposal: Schemas['Proposal']) => Said<ProposalWords> {
  const say = useWorded(proposalWordings);
  return ({ kind, title, detail, evidence }) =>
    say({ code: kind, values: evidence.values }, { title, detail });
}
