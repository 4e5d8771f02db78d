/** The words that launches are named with. Our own lists: what they compose is looked over by name-coin's filter. */

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const ADJECTIVES = words(`
  Based Tiny Giga Sleepy Turbo Cosmic Grumpy Golden Quantum Fluffy Silent Wobbly Lucky Hungry Retro Neon Lazy Brave
  Pixel Baby Salty Dizzy Mega Angry Happy Sad Smol Plump Crispy Spicy Frozen Rusty Shiny Sneaky Hyper Ultra Super
  Mini Dark Blue Red Green Purple Pink Orange White Silver Diamond Ancient Young Old Fat Slim Round Square Crooked
  Mad Calm Wild Tame Loud Quiet Polite Rude Royal Humble Infinite Final First Last Lost Secret Hidden Forbidden
  Forgotten Invisible Magic Mystic Electric Atomic Solar Lunar Stellar Arctic Desert Jungle Urban Suburban Feral
  Certified Official Genuine Fake Real Honest Sus Drippy Moody Dapper Fancy Bouncy Soggy Toasty Zesty Mellow Cozy
  Nervous Confused Bored Caffeinated Unbothered Unhinged Employed Jobless Retired Famous Unknown Early Late Eternal
  Holographic Liquid Melted Deep Flat Cyber Digital Analog Wooden Paper Plastic Rubber Velvet Iron Glass Savage
`);

export const CREATURES = words(`
  Frog Otter Capybara Cat Penguin Goose Raccoon Hamster Shiba Axolotl Panda Whale Llama Pigeon Walrus Gecko Sloth
  Ferret Corgi Duck Moose Turtle Badger Yak Dog Puppy Kitten Bear Bull Wolf Fox Owl Eagle Parrot Crow Seagull Swan
  Flamingo Ostrich Emu Kiwi Toucan Puffin Hippo Rhino Giraffe Zebra Lion Tiger Leopard Lynx Hyena Monkey Gorilla
  Lemur Koala Wombat Kangaroo Quokka Platypus Hedgehog Squirrel Chipmunk Marmot Mouse Rat Rabbit Bunny Hare Deer
  Elk Bison Buffalo Cow Sheep Lamb Goat Alpaca Camel Donkey Horse Pony Pig Piglet Boar Bat Shark Dolphin Orca Seal
  Manatee Octopus Squid Jellyfish Lobster Crab Shrimp Snail Slug Worm Bee Wasp Ant Beetle Moth Butterfly Spider
  Scorpion Lizard Iguana Chameleon Cobra Python Dragon Unicorn Phoenix Griffin Yeti Kraken Salamander Newt Toad
  Salmon Trout Tuna Herring Pufferfish Goldfish Piranha Eel Husky Poodle Dachshund Pug Akita Mastiff Terrier
`);

export const THINGS = words(`
  Sandwich Rocket Noodle Toaster Pickle Waffle Lamp Teapot Cactus Dumpling Umbrella Potato Sock Pancake Kazoo
  Mushroom Banana Mango Lemon Apple Avocado Peanut Almond Walnut Donut Bagel Muffin Cookie Brownie Burger Taco
  Burrito Ramen Sushi Pizza Lasagna Pretzel Popcorn Cheese Butter Toast Bacon Egg Onion Garlic Carrot Broccoli
  Spinach Radish Turnip Pumpkin Pepper Tomato Cucumber Coffee Tea Espresso Soda Juice Milk Water Ice Spoon Fork
  Kettle Blender Microwave Fridge Couch Chair Table Desk Pillow Blanket Curtain Carpet Ladder Bucket Hammer Wrench
  Shovel Rake Broom Candle Lantern Torch Compass Map Anchor Paddle Kite Balloon Drum Trumpet Banjo Violin Piano
  Guitar Hat Helmet Boot Slipper Glove Scarf Sweater Jacket Button Zipper Wallet Backpack Suitcase Bicycle Scooter
  Tractor Truck Bus Train Submarine Glider Printer Modem Router Keyboard Monitor Pager Fax Cassette Floppy Pixel
  Coin Candle Chart Rug Bag Stone Pebble Brick Marble Feather Acorn Leaf Clover Cloud Puddle Rainbow Thunder Comet
  Moon Star Planet Rock Couch Fridge Sofa Chain Bell Whistle Trophy Medal Crown Throne Castle Wizard Knight Ninja
  Pirate Robot Cowboy Chef Intern Boss Uncle Grandma Grandpa Neighbor Landlord Plumber Dentist Janitor Wizard
`);

export const FIRST_NAMES = words(`
  Bob Ben Gary Kevin Steve Larry Barry Jerry Frank Walter Norman Herbert Otto Hugo Felix Oscar Milo Leo Max Gus Ned
  Ted Todd Chad Brad Kyle Doug Greg Phil Stan Dale Earl Vern Mika Kyra Nadia Miho Yuki Hana Kiko Momo Nami Suki Lola
  Luna Bella Daisy Ruby Pearl Olive Hazel Ivy Mabel Edna Doris Gladys Ethel Karen Brenda Sheila Tina Wanda Zelda
  Pablo Diego Mateo Rico Paco Lupe Ivan Boris Igor Sven Olaf Lars Bjorn Klaus Dieter Pierre Marcel Gaston Luigi
  Enzo Marco Nero Rex Duke Buddy Biscuit Pickles Waffles Mochi Boba Tofu Nacho Cheddar Peanut Tater Bubbles Fluffy
`);

export const TECH = words(`
  Agent Protocol Labs Network Oracle Engine Swarm Index AI GPT Terminal Compute Cloud Chain Layer Bridge Vault Node
  Signal Neural Cortex Matrix Vector Kernel Compiler Model Dataset Robotics Systems Studio Cluster Router Stack
  Sandbox Runtime Ledger Quant Sim Bot Copilot Mind Brain Machine Intelligence
`);

export const PLACES = words(`
  Harbor Station Island Kitchen Garage Valley Attic Planet Tokyo Seoul Texas Florida Ohio Brooklyn Miami Dubai Berlin
  Paris Lagos Lima Oslo Wallstreet Suburbia Basement Backyard Casino Arena Academy Library Museum Bakery Office
  Kingdom Republic Village City Town Beach Mountain River Forest Swamp Moonbase Metaverse Trenches Parkinglot
`);

export const SLANG = words(`
  based cope hopium wagmi ngmi gm gn lfg bruh fren anon degen ser moon pump dump jeet hodl yolo fomo rekt alpha beta
  sigma rizz gyatt drip cap nocap bet lowkey vibes aura mewing goofy zoomer boomer doomer bloomer chef locked cooked
  gains maxxing pilled coded core era mode arc lore sauce juice stonks tendies lambo wen szn mfer normie npc glitch
`);

export const VERBS = words(`
  eats sleeps trades codes dances cooks vibes waits moons cries laughs runs swims flies dreams works escapes returns
  forgets remembers wins loses bets sings snores stares judges knows bites naps levitates multiplies refuses
`);

export const ENDINGS = words(
  'Coin Token Inu Wif Hat Army Gang Club DAO Season Mode World Meme Cash Pad Fi Swap Game',
);

/** Numbers that names end with. */
export const NUMBERS = words('1000 100x 2.0 3000 404 420 6900 777 808 9000 9001 99 007 23 2049 42 13');

export const PICTOGRAPHS = words('🐸 🐶 🐱 🚀 🌙 🔥 💎 🧠 🤖 🐧 🦍 🍕 🥒 🎩 👑 🌮 🐳 🦆 ⚡ 🍌');

/** Names in other scripts, as one launch in thirty has them: one of the first words before one of the second. */
export const FOREIGN: readonly (readonly [first: readonly string[], second: readonly string[]])[] = [
  [
    words(
      '小 大 胖 懒 金 银 幸运 快乐 月亮 火箭 神秘 可爱 无敌 量子 太空 彩虹 迷你 超级 老 新 红 蓝 黑 白 梦',
    ),
    words(
      '猫 狗 熊猫 柴犬 青蛙 土豆 兔子 老虎 企鹅 鸭子 龙 狐狸 松鼠 章鱼 鲸鱼 包子 饺子 茶 西瓜 石头 星星 牛 羊 鹅 猴',
    ),
  ],
  [
    words(
      'くろ しろ あか あお ちび でか ねむい うちゅう つき ほし ゆき さくら にじ なぞの ふしぎ まんまる ふわふわ もちもち',
    ),
    words(
      'ねこ いぬ たぬき カエル もち うさぎ きつね くま ペンギン とり さかな たこ いか おにぎり だんご だいふく りんご',
    ),
  ],
  [
    words(
      '작은 큰 귀여운 졸린 행운의 황금 우주 달빛 별빛 신비한 빨간 파란 하얀 검은 행복한 용감한 배고픈 무지개',
    ),
    words(
      '고양이 강아지 감자 토끼 여우 곰 펭귄 오리 개구리 호랑이 다람쥐 문어 고래 만두 라면 딸기 사과 구름',
    ),
  ],
  [
    words(
      'ленивый смелый хитрый рыжий белый синий лунный золотой весёлый сонный мудрый добрый пушистый маленький',
    ),
    words(
      'котик мишка лис ёжик пингвин кит енот хомяк дракон тигр волк заяц бобр пирожок пельмень самовар гриб',
    ),
  ],
];

/** Parts of made-up words: onsets, middles and ends of syllables. */
export const ONSETS = words(
  'b bl br ch d dr f fl g gl gr h j k kl kr l m n p pl pr qu r s sh sk sl sn sp st t tr v w y z zh',
);
export const MIDDLES = words('a e i o u oo ee ai ou');
export const CODAS = words('b ck d g k l m n nk ng p rp rt sk t x zz rn mp bble nga ffle nkle');
