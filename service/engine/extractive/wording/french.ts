/** French. */
import { pattern } from '../pattern.ts'
import { unknownWording, type Wording } from './wording.ts'

export const french: Wording = {
  ...unknownWording,
  fillers: /(?:[,.] ?)?(?<!\p{L})(?:euh+|hein|bah|ben|du coup|en fait),/giu,
  social: pattern`
  (?:comment allez-vous|comment vas-tu|ça va ?\?|vous m'entendez|tu m'entends|
  autres? questions?|puis-je vous aider|n'est-ce pas|autre chose)`,
  smallTalk: pattern`
  ^(?:bonjour|bonsoir|salut|merci|au revoir|à bientôt|à demain|bonne (?:journée|soirée)|
  je vous remercie|enchantée?|bienvenue|de rien|parfait|je vous en prie)`,
}
