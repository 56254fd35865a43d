import { z } from 'zod'
import { limits } from '../limits.ts'
import { actionable, checkInitial, confirmable, focusable, placeholder } from './element-parts.ts'
import { checkPictureSource, linkingOption, markedOption, pictureSource, plainText } from './objects.ts'
import { complain, text, webUrl } from './problems.ts'

const accessibilityLabel = { accessibility_label: text(limits.buttonText).optional() }
const dispatchable = {
  dispatch_action_config: z
    .strictObject({
      trigger_actions_on: z
        .array(z.enum(['on_enter_pressed', 'on_character_entered']))
        .min(1)
        .optional(),
    })
    .optional(),
}

/** Tells the app that it was pressed, also where it leads somewhere. */
export const button = z.strictObject({
  type: z.literal('button'),
  ...actionable,
  ...confirmable,
  ...accessibilityLabel,
  text: plainText(limits.buttonText),
  value: text(limits.buttonValue).optional(),
  url: webUrl(limits.linkUrl).optional(),
  style: z.enum(['primary', 'danger']).optional(),
})

/** Several of a few. */
export const checkboxes = z
  .strictObject({
    type: z.literal('checkboxes'),
    ...actionable,
    ...confirmable,
    ...focusable,
    options: z.array(markedOption).min(1).max(limits.groupOptions),
    initial_options: z.array(markedOption).min(1).optional(),
  })
  .superRefine(({ options, initial_options = [] }, context) =>
    checkInitial(options, initial_options, context, 'initial_options'),
  )

/** One of a few. */
export const radioButtons = z
  .strictObject({
    type: z.literal('radio_buttons'),
    ...actionable,
    ...confirmable,
    ...focusable,
    options: z.array(markedOption).min(1).max(limits.groupOptions),
    initial_option: markedOption.optional(),
  })
  .superRefine(({ options, initial_option }, context) =>
    checkInitial(options, initial_option ? [initial_option] : [], context, 'initial_option'),
  )

/** A small menu behind three dots. */
export const overflow = z.strictObject({
  type: z.literal('overflow'),
  ...actionable,
  ...confirmable,
  options: z.array(linkingOption).min(limits.overflowOptionsMin).max(limits.overflowOptions),
})

const picker = { ...actionable, ...confirmable, ...focusable }

/** A day. */
export const datePicker = z.strictObject({
  type: z.literal('datepicker'),
  ...picker,
  ...placeholder,
  initial_date: z.iso.date().optional(),
})
/** A time of day. */
export const timePicker = z.strictObject({
  type: z.literal('timepicker'),
  ...picker,
  ...placeholder,
  initial_time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .optional(),
  timezone: z.string().optional(),
})
/** A moment, in seconds since the Unix epoch. */
export const dateTimePicker = z.strictObject({
  type: z.literal('datetimepicker'),
  ...picker,
  initial_date_time: z.int().min(1_000_000_000).max(9_999_999_999).optional(),
})

const typed = { ...actionable, ...focusable, ...placeholder, ...dispatchable }

/** Words, on one line or several. */
export const plainTextInput = z
  .strictObject({
    type: z.literal('plain_text_input'),
    ...typed,
    initial_value: z.string().max(limits.inputValue).optional(),
    multiline: z.boolean().optional(),
    min_length: z.int().min(0).max(limits.inputValue).optional(),
    max_length: z.int().min(1).max(limits.inputValue).optional(),
  })
  .superRefine(({ min_length = 0, max_length = limits.inputValue }, context) => {
    if (min_length > max_length) complain(context, 'must not be greater than max_length', ['min_length'])
  })

/** An address for mail. */
export const emailInput = z.strictObject({
  type: z.literal('email_text_input'),
  ...typed,
  initial_value: z.string().optional(),
})
/** An address on the web. */
export const urlInput = z.strictObject({
  type: z.literal('url_text_input'),
  ...typed,
  initial_value: z.string().optional(),
})

const numeric = z.string().regex(/^-?\d+(\.\d+)?$/)

/** A number; its bounds are texts. */
export const numberInput = z
  .strictObject({
    type: z.literal('number_input'),
    ...typed,
    is_decimal_allowed: z.boolean(),
    initial_value: numeric.optional(),
    min_value: numeric.optional(),
    max_value: numeric.optional(),
  })
  .superRefine(({ min_value, max_value }, context) => {
    if (min_value !== undefined && max_value !== undefined && Number(min_value) > Number(max_value))
      complain(context, 'must not be greater than max_value', ['min_value'])
  })

/** Files for the app. */
export const fileInput = z.strictObject({
  type: z.literal('file_input'),
  ...actionable,
  filetypes: z.array(text(255)).min(1).optional(),
  max_files: z.int().min(1).max(limits.fileInputFiles).optional(),
})

/** A picture beside or among texts. */
export const picture = z
  .strictObject({ type: z.literal('image'), ...pictureSource, alt_text: text(limits.imageText) })
  .superRefine(checkPictureSource)

const feedbackButton = z.strictObject({
  ...accessibilityLabel,
  text: plainText(limits.buttonText),
  value: text(limits.buttonValue),
})

/** A thumb up and a thumb down. */
export const feedbackButtons = z.strictObject({
  type: z.literal('feedback_buttons'),
  ...actionable,
  positive_button: feedbackButton,
  negative_button: feedbackButton,
})

/** A button that is only a sign. */
export const iconButton = z.strictObject({
  type: z.literal('icon_button'),
  ...actionable,
  ...confirmable,
  ...accessibilityLabel,
  icon: z.enum(['trash']),
  text: plainText(limits.buttonText),
  value: text(limits.buttonValue).optional(),
  visible_to_user_ids: z.array(z.string()).max(limits.visibleUsers).optional(),
})

/** A link that a task names as its source. */
export const urlSource = z.strictObject({
  type: z.literal('url'),
  url: webUrl(limits.linkUrl),
  text: text(limits.textObject),
})
