/** Words of the screens about the site: what it is, who made the games, what is stored about visitors. */
import type { Words } from '../api/types';

interface AboutSection {
  title: Words;
  text: Words[];
}

export const about = {
  title: { en: 'About Taijitu', fr: 'À propos de Taijitu' },
  lead: {
    en: 'Ten abstract board games for two, to play against the computer, a friend or anyone online. No ads, no tracking, no account needed.',
    fr: 'Dix jeux abstraits pour deux, contre l’ordinateur, un ami ou un joueur en ligne. Sans publicité, sans pistage, sans compte obligatoire.',
  },
  sections: [
    {
      title: { en: 'The games', fr: 'Les jeux' },
      text: [
        {
          en: 'Every game has a short lesson you play through, a rulebook, puzzles, and a computer opponent with eight levels.',
          fr: 'Chaque jeu a une courte leçon à jouer, ses règles, des problèmes et un ordinateur à huit niveaux.',
        },
        {
          en: 'They were invented by other people. If you like one, buy the box.',
          fr: 'Ils ont été inventés par d’autres. Si l’un d’eux vous plaît, achetez la boîte.',
        },
      ],
    },
    {
      title: { en: 'Programs', fr: 'Programmes' },
      text: [
        {
          en: 'Everything the page does can be done by a program: the API is open and documented.',
          fr: 'Tout ce que fait la page, un programme peut le faire : l’API est ouverte et documentée.',
        },
      ],
    },
  ] satisfies AboutSection[],
  apiLink: { en: 'The API', fr: 'L’API' },
  creditsLink: { en: 'Who made the games', fr: 'Les auteurs des jeux' },
  source: {
    title: { en: 'Source code', fr: 'Code source' },
    text: {
      en: 'Taijitu is free software under the MIT or the Apache 2.0 licence, at your choice. Anyone may run it, change it and pass it on; ask the people who run this site for the source of the version you are using.',
      fr: 'Taijitu est un logiciel libre, sous licence MIT ou Apache 2.0 au choix. Chacun peut l’exécuter, le modifier et le redistribuer ; demandez aux responsables de ce site les sources de la version que vous utilisez.',
    },
  },
};

export const credits = {
  title: { en: 'Credits', fr: 'Crédits' },
  lead: {
    en: 'Taijitu programs games that other people invented and published. The rules are explained in our own words; the names and the games remain theirs.',
    fr: 'Taijitu programme des jeux que d’autres ont inventés et édités. Les règles sont expliquées avec nos mots ; les noms et les jeux restent les leurs.',
  },
  inventors: { en: 'Inventors', fr: 'Auteurs' },
  publisher: { en: 'Publisher', fr: 'Éditeur' },
  reserved: { en: 'Reserved', fr: 'Droits réservés' },
};

export const privacy = {
  title: { en: 'Privacy', fr: 'Vie privée' },
  sections: [
    {
      title: { en: 'Visitors and guests', fr: 'Visiteurs et invités' },
      text: [
        {
          en: 'Visiting the site stores nothing. When you play, this browser gets one cookie that says which guest you are; it is used for nothing else. There are no other cookies, no ads and no statistics by third parties.',
          fr: 'Visiter le site n’enregistre rien. Quand vous jouez, ce navigateur reçoit un seul cookie, qui sert à vous reconnaître et à rien d’autre. Pas d’autres cookies, pas de publicité, pas de mesure d’audience par des tiers.',
        },
        {
          en: 'Settings, solved puzzles and your progress in lessons stay in this browser.',
          fr: 'Réglages, problèmes résolus et progrès dans les leçons restent dans ce navigateur.',
        },
      ],
    },
    {
      title: { en: 'Accounts', fr: 'Comptes' },
      text: [
        {
          en: 'An account is a name and a password, stored as a hash. An email address is optional; it is used to set a new password and, if you ask for them, to send notifications.',
          fr: 'Un compte, c’est un nom et un mot de passe, stocké sous forme hachée. L’adresse e-mail est facultative ; elle sert à changer de mot de passe et, si vous le demandez, à recevoir des notifications.',
        },
        {
          en: 'Your account screen exports everything stored about you, and deletes it. Finished games stay, without your name; you choose whether your messages stay.',
          fr: 'L’écran de votre compte exporte tout ce qui est enregistré sur vous, et le supprime. Les parties terminées restent, sans votre nom ; vous choisissez si vos messages restent.',
        },
      ],
    },
    {
      title: { en: 'Games and messages', fr: 'Parties et messages' },
      text: [
        {
          en: 'Finished games are public unless the table was set to “By link” or “Not kept”. Messages at a table can be read by those who may see the table, and by moderators when they are reported.',
          fr: 'Les parties terminées sont publiques, sauf si la table a été réglée sur « Par lien » ou « Non conservée ». Les messages d’une table sont lus par ceux qui peuvent la voir, et par les modérateurs s’ils sont signalés.',
        },
      ],
    },
    {
      title: { en: 'Network addresses', fr: 'Adresses réseau' },
      text: [
        {
          en: 'The server counts requests by network address to prevent abuse; addresses are kept in memory only. The people who run this site may keep logs of their own.',
          fr: 'Le serveur compte les requêtes par adresse réseau pour écarter les abus ; les adresses ne sont gardées qu’en mémoire. Les responsables de ce site peuvent avoir leurs propres journaux.',
        },
      ],
    },
  ] satisfies AboutSection[],
};
