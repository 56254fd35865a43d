import { z } from 'zod'
import { limits } from '../limits.ts'
import { blockId, dataTable, dataVisualization, richText, table } from './data-blocks.ts'
import {
  button,
  checkboxes,
  datePicker,
  dateTimePicker,
  emailInput,
  feedbackButtons,
  fileInput,
  iconButton,
  numberInput,
  overflow,
  picture,
  plainTextInput,
  radioButtons,
  timePicker,
  urlInput,
  urlSource,
} from './elements.ts'
import { anyText, checkPictureSource, mrkdwn, pictureSource, plainText } from './objects.ts'
import { complain, text } from './problems.ts'
import { multiSelects, singleSelects } from './selects.ts'

const choosers = [checkboxes, radioButtons, datePicker, timePicker, ...singleSelects] as const

/**
 * @slack/types allows menus for several things here too; the page of those menus
 * names sections and inputs alone.
 */
const actionElement = z.discriminatedUnion('type', [button, overflow, dateTimePicker, ...choosers])
const accessory = z.discriminatedUnion('type', [button, overflow, picture, ...choosers, ...multiSelects])
const inputElements = [
  plainTextInput,
  emailInput,
  urlInput,
  numberInput,
  dateTimePicker,
  ...choosers,
  ...multiSelects,
] as const
const inputElement = z.discriminatedUnion('type', inputElements)
/** Files can be given to a form only: "when the parent modal is submitted", as its page has it. */
const formElement = z.discriminatedUnion('type', [...inputElements, fileInput])

export type InputElement = z.output<typeof formElement>

const actions = z.strictObject({
  type: z.literal('actions'),
  ...blockId,
  elements: z.array(actionElement).min(1).max(limits.actionsElements),
})

const section = z
  .strictObject({
    type: z.literal('section'),
    ...blockId,
    text: anyText(limits.sectionText).optional(),
    fields: z.array(anyText(limits.sectionField)).min(1).max(limits.sectionFields).optional(),
    accessory: accessory.optional(),
    expand: z.boolean().optional(),
  })
  .superRefine((block, context) => {
    if (!block.text && !block.fields) complain(context, 'must provide either text or fields')
  })

const context = z.strictObject({
  type: z.literal('context'),
  ...blockId,
  elements: z
    .array(z.discriminatedUnion('type', [picture, plainText(limits.textObject), mrkdwn(limits.textObject)]))
    .min(1)
    .max(limits.contextElements),
})

const contextActions = z.strictObject({
  type: z.literal('context_actions'),
  ...blockId,
  elements: z
    .array(z.discriminatedUnion('type', [feedbackButtons, iconButton]))
    .min(1)
    .max(limits.contextActions),
})

const divider = z.strictObject({ type: z.literal('divider'), ...blockId })

const header = z.strictObject({ type: z.literal('header'), ...blockId, text: plainText(limits.headerText) })

const image = z
  .strictObject({
    type: z.literal('image'),
    ...blockId,
    ...pictureSource,
    alt_text: text(limits.imageText),
    title: plainText(limits.imageText).optional(),
  })
  .superRefine(checkPictureSource)

const inputFields = {
  type: z.literal('input'),
  ...blockId,
  label: plainText(limits.inputText),
  hint: plainText(limits.inputText).optional(),
  optional: z.boolean().optional(),
  dispatch_action: z.boolean().optional(),
}
const input = z.strictObject({ ...inputFields, element: inputElement })
const formInput = z.strictObject({ ...inputFields, element: formElement })

const markdown = z.strictObject({
  type: z.literal('markdown'),
  ...blockId,
  text: text(limits.markdownBlocks),
})

/**
 * In modals alone, says Slack's own library for Java. https://github.com/slackapi/java-slack-sdk/pull/1624
 */
const alert = z.strictObject({
  type: z.literal('alert'),
  ...blockId,
  text: anyText(limits.alertText),
  level: z.enum(['default', 'info', 'warning', 'error', 'success']).optional(),
})

const cardFields = {
  type: z.literal('card'),
  ...blockId,
  hero_image: picture.optional(),
  icon: picture.optional(),
  title: mrkdwn(limits.cardTitle).optional(),
  subtitle: mrkdwn(limits.cardTitle).optional(),
  body: mrkdwn(limits.cardBody).optional(),
  actions: z.array(button).min(1).max(limits.actionsElements).optional(),
}

const card = z.strictObject(cardFields).superRefine((block, ctx) => {
  if (!block.hero_image && !block.title && !block.actions && !block.body)
    complain(ctx, 'must provide at least one of hero_image, title, actions and body')
})

const carousel = z.strictObject({
  type: z.literal('carousel'),
  ...blockId,
  elements: z.array(card).min(1).max(limits.carouselCards),
})

const taskCard = z.strictObject({
  type: z.literal('task_card'),
  ...blockId,
  task_id: text(255),
  title: text(limits.textObject),
  status: z.enum(['pending', 'in_progress', 'complete', 'error']),
  details: richText.optional(),
  output: richText.optional(),
  sources: z.array(urlSource).optional(),
})

const plan = z.strictObject({
  type: z.literal('plan'),
  ...blockId,
  title: text(limits.textObject),
  tasks: z.array(taskCard).optional(),
})

const everywhere = [actions, context, divider, header, image, richText, section] as const

/** A block of a message. https://docs.slack.dev/reference/block-kit/blocks */
export const messageBlock = z.discriminatedUnion('type', [
  ...everywhere,
  input,
  card,
  carousel,
  contextActions,
  dataTable,
  dataVisualization,
  markdown,
  plan,
  table,
  taskCard,
])

/** A block of a modal; a home tab takes all of these but what is for modals alone. */
export const viewBlock = z.discriminatedUnion('type', [...everywhere, formInput, alert, card, carousel])

export type MessageBlock = z.output<typeof messageBlock>
export type ViewBlock = z.output<typeof viewBlock>
export type Block = MessageBlock | ViewBlock
