package io.azureccm.common.record.anonymous;

import io.azureccm.common.net.IpAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Replaces addresses and ranges such that their order, and which address or range is in which range, stay: a bit is changed only where all
 * known addresses with the same bits before it agree. The first bits stay, so that private addresses stay private. Not thread-safe.
 */
final class AddressCodes {
    private static final int WORD = 64;

    private final Set<String> known = new HashSet<>();
    private final Map<String, Boolean> changed = new HashMap<>();
    private final RandomGenerator random;

    AddressCodes(RandomGenerator random) {
        this.random = random;
    }

    /** False for text that is neither an address nor a range. */
    boolean add(String text) {
        Optional<String> bits = bits(text);
        bits.ifPresent(each -> {
            for (int i = 1; i <= each.length(); i++)
                known.add(family(text) + each.substring(0, i));
        });
        return bits.isPresent();
    }

    /** The code of an address or range; empty for other text. */
    Optional<String> code(String text) {
        return bits(text).map(bits -> {
            StringBuilder code = new StringBuilder();
            for (int i = 0; i < bits.length(); i++)
                code.append(bit(family(text) + bits.substring(0, i), bits.charAt(i), i));
            int slash = text.indexOf('/');
            return address(family(text) == '6', code.toString()) + (slash < 0 ? "" : text.substring(slash));
        });
    }

    private char bit(String before, char bit, int index) {
        boolean stays = index < kept(before)
                || known.contains(before + "0") && known.contains(before + "1");
        if (stays || !changed.computeIfAbsent(before, branch -> random.nextBoolean()))
            return bit;
        return bit == '0' ? '1' : '0';
    }

    /** Ten and what starts with 0 or 127 is told by the first octet, other private or special ranges by two; IPv6 by the first group. */
    private static int kept(String before) {
        if (before.startsWith("400001010"))
            return 8;
        return before.startsWith("400000000") || before.startsWith("401111111") ? Integer.MAX_VALUE : 16;
    }

    private static char family(String text) {
        return text.indexOf(':') < 0 ? '4' : '6';
    }

    /** The bits of an address, or those that a range fixes. */
    private static Optional<String> bits(String text) {
        int slash = text.indexOf('/');
        return IpAddress.parse(slash < 0 ? text : text.substring(0, slash)).map(address -> {
            String all = address.ipv6()
                    ? word(address.high()) + word(address.low())
                    : word(address.high()).substring(0, WORD / 2);
            return slash < 0
                    ? all
                    : all.substring(0, Math.min(all.length(), Integer.parseInt(text.substring(slash + 1))));
        });
    }

    private static String word(long bits) {
        String text = Long.toBinaryString(bits);
        return "0".repeat(WORD - text.length()) + text;
    }

    private static IpAddress address(boolean ipv6, String bits) {
        String all = bits + "0".repeat(2 * WORD - bits.length());
        return new IpAddress(ipv6, Long.parseUnsignedLong(all.substring(0, WORD), 2),
                Long.parseUnsignedLong(all.substring(WORD), 2));
    }
}
