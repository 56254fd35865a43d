import { z } from 'zod'
import { limits } from '../limits.ts'
import { blockProblems } from './block-rules.ts'
import { type ViewBlock, viewBlock } from './blocks.ts'
import { plainText } from './objects.ts'
import { complain, type Problem, problemIf, text } from './problems.ts'

const shared = {
  blocks: z.array(viewBlock).max(limits.blocksPerView),
  callback_id: z.string().max(limits.callbackId).optional(),
  external_id: z.string().max(limits.externalId).optional(),
  private_metadata: z.string().max(limits.privateMetadata).optional(),
}

const ruleProblems = (blocks: readonly ViewBlock[]): readonly Problem[] =>
  blockProblems(blocks).map((problem) => ({ ...problem, path: ['blocks', ...problem.path] }))

const checkRules = (problems: readonly Problem[], context: z.RefinementCtx): void => {
  for (const { path, message } of problems) complain(context, message, path)
}

/** A form over the chat. https://docs.slack.dev/reference/views/modal-views */
export const modalView = z
  .strictObject({
    type: z.literal('modal'),
    ...shared,
    title: plainText(limits.viewTitle),
    submit: plainText(limits.viewTitle).optional(),
    close: plainText(limits.viewTitle).optional(),
    clear_on_close: z.boolean().optional(),
    notify_on_close: z.boolean().optional(),
  })
  .superRefine((view, context) => {
    const hasInput = view.blocks.some(({ type }) => type === 'input')
    checkRules(
      [
        ...ruleProblems(view.blocks),
        ...problemIf(hasInput && !view.submit, [], 'missing required field: submit'),
      ],
      context,
    )
  })

const modalOnly = (block: ViewBlock, index: number): readonly Problem[] => {
  if (block.type === 'alert') return [{ path: ['blocks', index, 'type'], message: 'unsupported type: alert' }]
  const takesFiles = block.type === 'input' && block.element.type === 'file_input'
  return problemIf(takesFiles, ['blocks', index, 'element', 'type'], 'unsupported type: file_input')
}

/**
 * What a person sees of an app apart from conversations.
 * https://docs.slack.dev/reference/views/home-tab-views
 */
export const homeView = z
  .strictObject({ type: z.literal('home'), ...shared })
  .superRefine((view, context) => {
    checkRules(ruleProblems(view.blocks), context)
    checkRules(view.blocks.flatMap(modalOnly), context)
  })

export type ModalView = z.output<typeof modalView>
export type HomeView = z.output<typeof homeView>

/** A set of errors under a form's inputs, by block id. */
export const formErrors = z.record(z.string(), text(limits.inputText))
