package io.azureccm.e2e.azure.store;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;

/**
 * An IPv4 or IPv6 prefix.
 *
 * @param base first address as an unsigned number
 * @param bits width of the address family, 32 or 128
 */
public record Cidr(BigInteger base, int length, int bits) {

    /** Empty if the text is not {@code address/length}; host bits may be set (see {@link #hasHostBits}). */
    public static Optional<Cidr> parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0 || !text.substring(slash + 1).matches("\\d{1,3}"))
            return Optional.empty();
        int length = Integer.parseInt(text.substring(slash + 1));
        return address(text.substring(0, slash)).filter(bytes -> length <= bytes.length * 8).map(bytes -> {
            int bits = bytes.length * 8;
            BigInteger value = new BigInteger(1, bytes);
            return new Cidr(value.shiftRight(bits - length).shiftLeft(bits - length), length, bits);
        });
    }

    /** {@code address/length}. */
    public String text() {
        return at(BigInteger.ZERO) + "/" + length;
    }

    public static boolean hasHostBits(String text) {
        BigInteger value = number(text.substring(0, text.indexOf('/'))).orElseThrow();
        return !parse(text).orElseThrow().base().equals(value);
    }

    public static Optional<BigInteger> number(String address) {
        return address(address).map(bytes -> new BigInteger(1, bytes));
    }

    public static boolean isIpv6(String address) {
        return address.contains(":");
    }

    private static Optional<byte[]> address(String text) {
        // Only literals: a host name must never reach the resolver.
        if (!text.matches("[0-9.]{7,15}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*"))
            return Optional.empty();
        try {
            byte[] bytes = InetAddress.getByName(text).getAddress();
            return Optional.of(text.contains(":") && bytes.length == 4 ? mapped(bytes) : bytes);
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    private static byte[] mapped(byte[] four) {
        byte[] sixteen = new byte[16];
        sixteen[10] = (byte) 0xFF;
        sixteen[11] = (byte) 0xFF;
        System.arraycopy(four, 0, sixteen, 12, 4);
        return sixteen;
    }

    public BigInteger size() {
        return BigInteger.ONE.shiftLeft(bits - length);
    }

    public BigInteger last() {
        return base.add(size()).subtract(BigInteger.ONE);
    }

    public boolean contains(BigInteger number) {
        return number.compareTo(base) >= 0 && number.compareTo(last()) <= 0;
    }

    public boolean contains(String address) {
        return isIpv6(address) == (bits == 128) && number(address).filter(this::contains).isPresent();
    }

    public boolean contains(Cidr other) {
        return bits == other.bits && contains(other.base) && contains(other.last());
    }

    public boolean overlaps(Cidr other) {
        return bits == other.bits && base.compareTo(other.last()) <= 0 && other.base.compareTo(last()) <= 0;
    }

    /** The address at an offset from the first one. */
    public String at(BigInteger offset) {
        byte[] raw = base.add(offset).toByteArray();
        byte[] bytes = new byte[bits / 8];
        byte[] unsigned = raw.length > bytes.length
                ? Arrays.copyOfRange(raw, raw.length - bytes.length, raw.length)
                : raw;
        System.arraycopy(unsigned, 0, bytes, bytes.length - unsigned.length, unsigned.length);
        try {
            return compress(InetAddress.getByAddress(bytes).getHostAddress());
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String compress(String address) {
        return address.contains(":") ? address.replaceFirst("(^|:)(0:)+0?", "::").replace(":::", "::") : address;
    }
}
