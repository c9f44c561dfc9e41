const ENGLISH = {
  title: 'Support',
  greeting: 'Hello! Ask about an order, a refund, a return, delivery or your account.',
  open: 'Open the chat',
  close: 'Close the chat',
  over: 'Start over',
  write: 'Your message',
  send: 'Send',
  you: 'You',
  agent: 'Support',
  typing: 'Support is writing',
  sending: 'Sending',
  waiting: 'No connection. Trying again',
  failed: 'This was not sent.',
  again: 'Send again',
  choices: 'Answers to choose from',
  email: 'E-mail address of your account',
  verify: 'Confirm',
  unverified: 'This address could not be confirmed. Please check it.',
  unreachable: 'We cannot be reached right now. Please try again.',
  helpful: 'Was this helpful?',
  yes: 'Yes',
  no: 'No',
  thanks: 'Thank you!',
  person: 'A colleague takes it from here',
  next: 'Your request and what was decided are in the case below. You need do nothing more; if you want to add something, write it here.',
  case: 'Case'
};

export type Words = Readonly<Record<keyof typeof ENGLISH, string>>;

const GERMAN: Words = {
  title: 'Hilfe',
  greeting: 'Hallo! Fragen Sie zu Bestellung, Erstattung, Rückgabe, Lieferung oder Konto.',
  open: 'Chat öffnen',
  close: 'Chat schließen',
  over: 'Neu beginnen',
  write: 'Ihre Nachricht',
  send: 'Senden',
  you: 'Sie',
  agent: 'Hilfe',
  typing: 'Eine Antwort wird geschrieben',
  sending: 'Wird gesendet',
  waiting: 'Keine Verbindung. Neuer Versuch',
  failed: 'Das wurde nicht gesendet.',
  again: 'Noch einmal senden',
  choices: 'Antworten zur Auswahl',
  email: 'E-Mail-Adresse Ihres Kontos',
  verify: 'Bestätigen',
  unverified: 'Diese Adresse ließ sich nicht bestätigen. Bitte prüfen Sie sie.',
  unreachable: 'Wir sind gerade nicht erreichbar. Bitte versuchen Sie es noch einmal.',
  helpful: 'War das hilfreich?',
  yes: 'Ja',
  no: 'Nein',
  thanks: 'Danke!',
  person: 'Jemand aus dem Team übernimmt',
  next: 'Ihr Anliegen und was entschieden wurde, stehen im Fall unten. Sie müssen nichts weiter tun; was noch fehlt, können Sie hier schreiben.',
  case: 'Fall'
};

const FRENCH: Words = {
  title: 'Aide',
  greeting: 'Bonjour ! Une question sur une commande, un remboursement, un retour, la livraison ou votre compte ?',
  open: 'Ouvrir la discussion',
  close: 'Fermer la discussion',
  over: 'Recommencer',
  write: 'Votre message',
  send: 'Envoyer',
  you: 'Vous',
  agent: 'Aide',
  typing: 'Une réponse arrive',
  sending: 'Envoi en cours',
  waiting: 'Pas de connexion. Nouvel essai',
  failed: 'Le message n’a pas été envoyé.',
  again: 'Envoyer à nouveau',
  choices: 'Réponses possibles',
  email: 'Adresse e-mail de votre compte',
  verify: 'Confirmer',
  unverified: 'Cette adresse n’a pas pu être confirmée. Veuillez la vérifier.',
  unreachable: 'Nous sommes injoignables pour le moment. Veuillez réessayer.',
  helpful: 'Cette réponse vous a-t-elle aidé ?',
  yes: 'Oui',
  no: 'Non',
  thanks: 'Merci !',
  person: 'Une personne prend le relais',
  next: 'Votre demande et la décision figurent dans le dossier ci-dessous. Vous n’avez rien à faire ; pour ajouter quelque chose, écrivez-le ici.',
  case: 'Dossier'
};

const SPANISH: Words = {
  title: 'Ayuda',
  greeting: '¡Hola! Pregunte por un pedido, un reembolso, una devolución, la entrega o su cuenta.',
  open: 'Abrir el chat',
  close: 'Cerrar el chat',
  over: 'Empezar de nuevo',
  write: 'Su mensaje',
  send: 'Enviar',
  you: 'Usted',
  agent: 'Ayuda',
  typing: 'Se está escribiendo una respuesta',
  sending: 'Enviando',
  waiting: 'Sin conexión. Nuevo intento',
  failed: 'El mensaje no se envió.',
  again: 'Enviar de nuevo',
  choices: 'Respuestas posibles',
  email: 'Correo electrónico de su cuenta',
  verify: 'Confirmar',
  unverified: 'No se pudo confirmar esta dirección. Por favor, revísela.',
  unreachable: 'No estamos disponibles en este momento. Inténtelo de nuevo.',
  helpful: '¿Le ha servido?',
  yes: 'Sí',
  no: 'No',
  thanks: '¡Gracias!',
  person: 'Una persona se encarga',
  next: 'Su solicitud y lo decidido están en el caso de abajo. No tiene que hacer nada más; si quiere añadir algo, escríbalo aquí.',
  case: 'Caso'
};

const LANGUAGES: Readonly<Record<string, Words>> = { en: ENGLISH, de: GERMAN, fr: FRENCH, es: SPANISH };

/** The words of the first of these languages that there are words of, as `de` or `de-AT`; English otherwise. */
export function wordsOf(locales: readonly (string | undefined)[]): {
  readonly language: string;
  readonly words: Words;
} {
  for (const locale of locales) {
    const language = locale?.slice(0, 2).toLowerCase() ?? '';
    const words = LANGUAGES[language];
    if (words !== undefined) return { language, words };
  }
  return { language: 'en', words: ENGLISH };
}
