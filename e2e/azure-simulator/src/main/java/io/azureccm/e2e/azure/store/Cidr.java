package io.azureccm.e2e.azure.store;

import io.netty.util.NetUtil;
import java.math.BigInteger;
import java.util.Optional;
import java.util.stream.Stream;

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
        return Optional.ofNullable(NetUtil.createByteArrayFromIpAddressString(text));
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

    /** All addresses, beginning with the first one. */
    public Stream<String> addresses() {
        return Stream.iterate(BigInteger.ZERO, i -> i.compareTo(size()) < 0, i -> i.add(BigInteger.ONE)).map(this::at);
    }

    /** The address at an offset from the first one. */
    public String at(BigInteger offset) {
        byte[] bytes = new byte[bits / 8];
        BigInteger rest = base.add(offset);
        for (int i = bytes.length - 1; i >= 0; i--) {
            bytes[i] = rest.byteValue();
            rest = rest.shiftRight(8);
        }
        return NetUtil.bytesToIpAddress(bytes);
    }
}
