import type { modelServers as english } from '../en/model-servers.ts'
import type { Texts } from '../texts.ts'

export const modelServers: Texts<typeof english> = {
  title: 'Aus einem anderen Programm',
  about:
    'Wenn bei Ihnen Ollama, LM Studio, llama-server oder vLLM läuft, können dessen Modelle die Analysen schreiben. Programme auf diesem Gerät werden gefunden, solange sie laufen.',
  looking: 'Programme auf diesem Gerät werden gesucht …',
  none: 'Auf diesem Gerät läuft kein solches Programm.',
  found: 'Auf diesem Gerät gefunden',
  noModels: 'Es hat noch keine Sprachmodelle. Laden Sie dort eines herunter.',
  otherProgram: 'Server',
  status: { reachable: 'Verbunden', unreachable: 'Nicht erreichbar' },
  unreachable: 'Das Programm antwortet nicht. Starten Sie es; bis dahin schlagen Analysen fehl.',
  details: 'Einzelheiten',
  remote: 'Anderes Gerät: Transkripte werden dorthin gesendet',
  unencrypted: 'Unverschlüsselt',
  context: '{{tokens}} Token Kontext',
  use: 'Verwenden',
  useOne: '{{name}} verwenden',
  inUse: 'In Gebrauch',
  disconnect: 'Trennen',
  disconnectOne: '{{program}} auf {{host}} trennen',
  form: {
    open: 'Über eine Adresse verbinden',
    submit: 'Verbinden',
    address: 'Adresse',
    addressAbout: 'Eines Servers mit der API von OpenAI, mit oder ohne /v1.',
    key: 'API-Schlüssel',
    keyAbout:
      'Falls der Server einen verlangt. Er wird verschlüsselt gespeichert und nie wieder angezeigt.',
    remote: 'Ein anderes Gerät erlauben',
    remoteAbout:
      'Was in Ihren Aufnahmen gesagt wurde, wird dorthin gesendet, wenn sie analysiert werden.',
    unencrypted: 'Eine unverschlüsselte Verbindung erlauben',
    unencryptedAbout: 'Andere im selben Netz können dann mitlesen, was gesendet wird.',
  },
  said: {
    connected: 'Der Server ist verbunden',
    disconnected: '{{program}} ist getrennt',
    chosen: '{{name}} schreibt jetzt die Analysen',
  },
}
