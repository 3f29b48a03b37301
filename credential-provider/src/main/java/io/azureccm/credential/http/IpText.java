package io.azureccm.credential.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/** IP addresses in text form; never resolves names. */
public final class IpText {
    private IpText() {}

    /** 4 or 16 bytes, or null if the text is not an address. */
    public static byte[] parse(String text) {
        boolean six = text.indexOf(':') >= 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean digit = c >= '0' && c <= '9';
            if (!digit && c != '.' && !(six && (c == ':' || Character.digit(c, 16) >= 0 && c < 'g')))
                return null;
        }
        if (text.isEmpty() || !six && !isFour(text))
            return null;
        try {
            return InetAddress.getByName(six ? "[" + text + "]" : text).getAddress();
        } catch (UnknownHostException wrong) {
            return null;
        }
    }

    private static boolean isFour(String text) {
        int parts = 0;
        int digits = 0;
        int value = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || text.charAt(i) == '.') {
                if (digits == 0 || digits > 3 || value > 255)
                    return false;
                parts++;
                digits = 0;
                value = 0;
            } else {
                value = value * 10 + text.charAt(i) - '0';
                digits++;
                if (digits > 3)
                    return false;
            }
        }
        return parts == 4;
    }

    static boolean isLoopback(byte[] address) {
        if (address.length == 4)
            return address[0] == 127;
        for (int i = 0; i < 15; i++) {
            if (address[i] != 0)
                return false;
        }
        return address[15] == 1;
    }

    /** Whether a host is this machine: a loopback address or localhost. */
    public static boolean isLoopback(String host) {
        byte[] address = parse(
                host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host);
        return host.equalsIgnoreCase("localhost") || address != null && isLoopback(address);
    }

    static boolean same(byte[] a, byte[] b) {
        return Arrays.equals(a, b);
    }

    /** Whether a network, given as address and prefix length, contains the address; false if it is not valid. */
    static boolean contains(String network, String length, byte[] address) {
        byte[] base = parse(network);
        if (base == null || base.length != address.length || length.isEmpty() || length.length() > 3)
            return false;
        int bits = 0;
        for (int i = 0; i < length.length(); i++) {
            int digit = Character.digit(length.charAt(i), 10);
            if (digit < 0)
                return false;
            bits = bits * 10 + digit;
        }
        if (bits > base.length * 8)
            return false;
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >> bit % 8;
            if ((base[bit / 8] & mask) != (address[bit / 8] & mask))
                return false;
        }
        return true;
    }
}
