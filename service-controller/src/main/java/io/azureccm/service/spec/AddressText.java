package io.azureccm.service.spec;

import java.math.BigInteger;

/** Prints addresses in canonical form: dotted IPv4, IPv6 as RFC 5952 has it (lower case, longest run of zero groups as {@code ::}). */
final class AddressText {
    private AddressText() {}

    static String of(IpFamily family, BigInteger value) {
        return family == IpFamily.IPV4 ? v4(value.longValue()) : v6(value);
    }

    private static String v4(long value) {
        return (value >> 24 & 255) + "." + (value >> 16 & 255) + "." + (value >> 8 & 255) + "." + (value & 255);
    }

    private static String v6(BigInteger value) {
        int[] groups = new int[8];
        for (int i = 0; i < 8; i++) {
            groups[i] = value.shiftRight(16 * (7 - i)).intValue() & 0xffff;
        }
        int start = -1;
        int length = 1;
        for (int i = 0; i < 8; i++) {
            int end = i;
            while (end < 8 && groups[end] == 0) {
                end++;
            }
            if (end - i > length) {
                start = i;
                length = end - i;
            }
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            if (i == start) {
                text.append("::");
                i += length - 1;
            } else {
                if (!text.isEmpty() && text.charAt(text.length() - 1) != ':')
                    text.append(':');
                text.append(Integer.toHexString(groups[i]));
            }
        }
        return text.toString();
    }
}
