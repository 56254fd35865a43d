import type { Answer } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import type { Microcredits } from '../../core/credits.ts'
import { credits, optional, toggle } from '../../core/fields/field-builders.ts'
import type { Budgets } from '../../core/ledger/budget.ts'
import type { PurposeKind } from '../../core/ledger/scope.ts'
import { declared } from '../../core/text/say.ts'
import { oneShareAnswer, whichLimit } from './share-words.ts'
import { featureField, modelField } from './target.ts'
import { askedOtherwise, changeBy, reason } from './words.ts'

const limitFields = {
  credits: optional(credits({ label: 'Credits', help: 'Credits that everyone together can spend on it' })),
  lift: optional(toggle({ label: 'Lift limit', help: 'Remove the limit instead of setting one' })),
  reason,
}

interface Limit {
  credits: Microcredits | undefined
  lift: boolean | undefined
  reason: string | undefined
}

const setLimit = async (
  budgets: Budgets,
  invocation: Invocation,
  of: { kind: PurposeKind; id: string },
  limit: Limit,
): Promise<Answer> => {
  if ((limit.credits === undefined) !== (limit.lift === true)) return whichLimit()
  const change = changeBy(invocation, limit.reason)
  const { status } = await budgets.setShareLimit({ ...change, of, limit: limit.credits })
  if (status === 'differs') return askedOtherwise()
  return oneShareAnswer(await budgets.readShare(change.account, of), limit.credits)
}

/** Limits what everyone together can spend on one feature. */
export const createFeatureAction = (features: readonly Feature[]) =>
  defineAction({
    name: 'feature',
    summary: declared("Set a feature's limit"),
    fields: { feature: featureField(features, declared('Feature to limit')), ...limitFields },
    run: ({ feature: id, ...limit }, invocation, { budgets }: { budgets: Budgets }) =>
      setLimit(budgets, invocation, { kind: 'feature', id }, limit),
  })

/** The same for one model, whichever feature it is chosen for. */
export const createModelAction = (features: readonly Feature[]) =>
  defineAction({
    name: 'model',
    summary: declared("Set a model's limit"),
    fields: { model: modelField(features, declared('Model to limit')), ...limitFields },
    run: ({ model: id, ...limit }, invocation, { budgets }: { budgets: Budgets }) =>
      setLimit(budgets, invocation, { kind: 'model', id }, limit),
  })
