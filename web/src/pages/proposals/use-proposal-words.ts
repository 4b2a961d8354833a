import { useWorded, type Said } from '#i18n';
import type { ProposalData } from './types.ts';
import { proposalWordings, type ProposalWords } from './wordings.ts';

export function useProposalWords(): (proposal: ProposalData) => Said<ProposalWords> {
  const say = useWorded(proposalWordings);
  return ({ kind, title, detail, evidence }) =>
    say({ code: kind, values: evidence.values }, { title, detail });
}
