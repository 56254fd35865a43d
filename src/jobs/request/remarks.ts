import type { Feature } from '../../core/command/feature.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import { unmeasuredTexts } from '../messages/job-facts.ts'
import type { Remarks } from '../messages/remarks.ts'
import { unusedFilesText } from './ask-for-rest.ts'
import { leftOutTexts } from './defaults.ts'
import type { WholeRequest } from './read-whole.ts'

/** What a member is told of a request that leaves something out, or may go otherwise than they expect. */
export const remarksOn = (
  feature: Feature,
  invocation: Invocation,
  { filled, prepared }: WholeRequest,
  longestMinutes: number,
): Remarks => {
  const unused = unusedFilesText(feature, invocation, filled.values)
  return {
    lasting: [
      ...(unused === undefined ? [] : [unused]),
      ...leftOutTexts(feature, filled),
      ...prepared.warnings,
    ],
    passing: unmeasuredTexts(prepared, longestMinutes),
  }
}
