import { ApiError, type OperationName } from '@daybook/sdk';
import { useMutation } from '@tanstack/react-query';
import { type Answer, daybook, type Input, refresh } from '../../api.ts';
import { askForProof } from './proof.ts';
import { tell } from './tell.ts';

type ChangeOptions<Name extends OperationName> = {
  /** The operations whose queries are refetched after the change. */
  refreshes?: OperationName[];
  /** The notification to show on success. */
  done?: string;
  after?: (answer: Answer<Name>) => void;
};

/** Makes a change through the SDK: `const rename = useChange('changeCompany', { refreshes: ['getCompany'] })`. */
export function useChange<Name extends OperationName>(name: Name, options: ChangeOptions<Name> = {}) {
  return useMutation({
    mutationFn: async (input: Input<Name>) => {
      const call = daybook[name] as unknown as (input: Input<Name>) => Promise<Answer<Name>>;
      try {
        return await call(input);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'proofRequired') throw error;
        await askForProof();
        return call(input);
      }
    },
    onSuccess: async (answer) => {
      if (options.refreshes) await refresh(...options.refreshes);
      if (options.done) tell(options.done);
      options.after?.(answer);
    },
  });
}
