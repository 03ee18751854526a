/** Spanish. */
import { pattern } from '../pattern.ts'
import { unknownWording, type Wording } from './wording.ts'

export const spanish: Wording = {
  ...unknownWording,
  fillers: /(?:[,.] ?)?(?<!\p{L})(?:eh+|em+|este|o sea|pues)(?!\p{L}),/giu,
  social: pattern`
  (?:cómo estás|cómo está usted|qué tal|me oyes|me escuchas|alguna (?:pregunta|duda)|¿?verdad\?)`,
  smallTalk: pattern`
  ^(?:hola|buenos días|buenas (?:tardes|noches)|gracias|muchas gracias|adiós|hasta (?:luego|
  mañana|pronto)|perfecto|de nada|encantad[oa]|bienvenid)`,
}
