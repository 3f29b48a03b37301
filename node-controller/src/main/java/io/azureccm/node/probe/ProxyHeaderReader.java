package io.azureccm.node.probe;

import io.azureccm.common.net.IpAddress;
import io.azureccm.node.probe.ProxyHeader.Form;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Strips the PROXY header (HAProxy's PROXY protocol, version 1 or 2) from a connection; other connections stay
 * unchanged. TLVs are skipped.
 */
final class ProxyHeaderReader {
    /** Maximum length of a header with all its TLVs. */
    static final int MAX_LENGTH = PeekableInput.SIZE;

    private static final byte[] V1 = PeekableInput.bytes("PROXY ");
    private static final byte[] V2 = PeekableInput.bytes("\r\n\r\n\0\r\nQUIT\n");
    private static final int LONGEST_V1 = 107;
    private static final int V2_START = 16;
    private static final int VERSION = 0x20;
    private static final int LOCAL = 0;
    private static final int PROXY = 1;
    private static final Pattern PORT = Pattern.compile("0|[1-9][0-9]{0,4}");
    private static final int MAX_PORT = 65_535;

    /**
     * Address families by their number in version 2, with the total length of the addresses and that of the source
     * address.
     */
    private enum Family {
        UNSPEC(0, 0), INET(12, 4), INET6(36, 16), UNIX(216, 0);

        private final int block;
        private final int address;

        Family(int block, int address) {
            this.block = block;
            this.address = address;
        }
    }

    private ProxyHeaderReader() {}

    /** {@code peer} is the address of the connection. Throws {@link MalformedHeader} if a header starts but is invalid. */
    static ProxyHeader read(PeekableInput in, String peer) throws IOException {
        if (beginsWith(V1, in))
            return v1(in, peer);
        if (beginsWith(V2, in))
            return v2(in, peer);
        return new ProxyHeader(Form.NONE, Optional.of(peer));
    }

    /** Reads no further than the first difference, since more bytes may never arrive. */
    private static boolean beginsWith(byte[] start, PeekableInput in) throws IOException {
        for (int i = 0; i < start.length; i++) {
            if (in.peek(i) != start[i])
                return false;
        }
        return true;
    }

    private static ProxyHeader v1(PeekableInput in, String peer) throws IOException {
        int length = V1.length;
        while (in.peek(length - 2) != '\r' || in.peek(length - 1) != '\n') {
            if (length == LONGEST_V1)
                throw new MalformedHeader("its line is longer than " + LONGEST_V1 + " bytes");
            if (in.peek(length) < 0)
                throw new MalformedHeader("the connection ended within it");
            length++;
        }
        String line = new String(in.take(length), StandardCharsets.ISO_8859_1).substring(V1.length, length - 2);
        if (line.equals("UNKNOWN") || line.startsWith("UNKNOWN "))
            return new ProxyHeader(Form.V1, Optional.of(peer));
        String[] parts = line.split(" ", -1);
        boolean ipv6 = parts[0].equals("TCP6");
        if (!ipv6 && !parts[0].equals("TCP4"))
            throw new MalformedHeader("its protocol is not TCP4, TCP6 or UNKNOWN");
        if (parts.length != 5 || !isPort(parts[3]) || !isPort(parts[4]))
            throw new MalformedHeader("the protocol must be followed by two addresses and two ports");
        address(parts[2], ipv6);
        return new ProxyHeader(Form.V1, Optional.of(address(parts[1], ipv6)));
    }

    private static boolean isPort(String text) {
        return PORT.matcher(text).matches() && Integer.parseInt(text) <= MAX_PORT;
    }

    private static String address(String text, boolean ipv6) throws MalformedHeader {
        return IpAddress.parse(text)
                .filter(address -> address.ipv6() == ipv6)
                .map(IpAddress::toString)
                .orElseThrow(() -> new MalformedHeader("an address is not an IPv" + (ipv6 ? 6 : 4) + " address"));
    }

    private static ProxyHeader v2(PeekableInput in, String peer) throws IOException {
        if (in.peek(V2_START - 1) < 0)
            throw new MalformedHeader("the connection ended within it");
        int versionAndCommand = in.peek(12);
        int family = in.peek(13) >>> 4;
        int transport = in.peek(13) & 0x0f;
        int block = in.peek(14) << 8 | in.peek(15);
        int command = versionAndCommand & 0x0f;
        if ((versionAndCommand & 0xf0) != VERSION || command > PROXY)
            throw new MalformedHeader("its version is not 2, or its command neither LOCAL nor PROXY");
        if (V2_START + block > MAX_LENGTH)
            throw new MalformedHeader("it is longer than " + MAX_LENGTH + " bytes");
        if (block > 0 && in.peek(V2_START + block - 1) < 0)
            throw new MalformedHeader("the connection ended within it");
        byte[] addresses = Arrays.copyOfRange(in.take(V2_START + block), V2_START, V2_START + block);
        if (command == LOCAL)
            return new ProxyHeader(Form.V2, Optional.of(peer));
        if (family >= Family.values().length || transport > 2)
            throw new MalformedHeader("its family or its transport is unknown");
        return new ProxyHeader(Form.V2, source(Family.values()[family], addresses, peer));
    }

    private static Optional<String> source(Family family, byte[] addresses, String peer) throws MalformedHeader {
        if (addresses.length < family.block)
            throw new MalformedHeader("its addresses are truncated");
        return switch (family) {
            case UNSPEC -> Optional.of(peer);
            case UNIX -> Optional.empty();
            case INET, INET6 -> Optional.of(address(ByteBuffer.wrap(addresses, 0, family.address)).toString());
        };
    }

    private static IpAddress address(ByteBuffer bytes) {
        return bytes.remaining() == 4
                ? new IpAddress(false, (long) bytes.getInt() << 32, 0)
                : new IpAddress(true, bytes.getLong(), bytes.getLong());
    }
}
