/** Letters that look like one from A to Z, and that one: of each script that imitates, as UTS 39 says, then small capitals. */
const LETTERS: readonly (readonly [string, string])[] = [
  ['ЅІЈАВЕКМНОРСТУХЬагеорсухѕіјѡѴѵҮүһҽӀӏԁԌԛԜԝꙇ', 'SIJABEKMHOPCTYXbareopcyxsijwVvYyheIldGqWwi'],
  ['ͿΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγινορσυϜϳϺᴦ', 'JABEZHIKMNOPTYXayivopouFjMr'],
  ['ՍՏՕագզհոռսցքօ', 'USOwqqhnnugfo'],
  ['ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏂᏃᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏳᏴꭵꮁꮃꮓꮩꮪꮯ', 'DRTiYAJEWMHYGhZbRWSVSLCPKdGBirwzvsc'],
  ['ⲅⲎⲒⲔⲘⲚⲞⲟⲢⲣⲤⲥⲦⲨⲬⳐ', 'rHIKMNOoPpCcTYXL'],
  ['ꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ', 'BPdDTGKJCZFMNLSRVHWXYAEIOU'],
  ['ᐯᑌᑭᑯᑲᒍᒪᕁᕼᕽᖇᖯᖴᗅᗞᗪᗰᗷ', 'VUPdbJLxHxRbFADDMB'],
  ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ', 'ABCDEFGHIJKLMNOPQRSTUVWYZ'],
];

/** The Latin letter that another one is drawn as. Ӏ and the like are an I, which a symbol in capitals has. */
export const likeLatin: ReadonlyMap<string, string> = new Map(
  LETTERS.flatMap(([letters, latin]) =>
    Array.from(letters, (letter, place) => [letter, latin[place]!] as const),
  ),
);
