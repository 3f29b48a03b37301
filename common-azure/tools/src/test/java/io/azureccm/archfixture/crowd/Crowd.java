package io.azureccm.archfixture.crowd;

/** One of more types than a package may hold. */
final class Crowd {
    /** Types within others are not counted. */
    static final class Within {}
}

final class Crowd2 {}

final class Crowd3 {}

final class Crowd4 {}

final class Crowd5 {}

final class Crowd6 {}

final class Crowd7 {}

final class Crowd8 {}

final class Crowd9 {}

final class Crowd10 {}

final class Crowd11 {}

final class Crowd12 {}

final class Crowd13 {}

final class Crowd14 {}

final class Crowd15 {}

final class Crowd16 {}

final class Crowd17 {}

final class Crowd18 {}

final class Crowd19 {}

final class Crowd20 {}

final class Crowd21 {}
