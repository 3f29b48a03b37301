package io.azureccm.node.probe;

import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** PROXY headers as sent by load balancers, and others. */
final class Headers {
    static final int LOCAL = 0x20;
    static final int PROXY = 0x21;
    static final byte[] SIGNATURE = HexFormat.of().parseHex("0d0a0d0a000d0a515549540a");

    private Headers() {}

    static byte[] text(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** {@code family} is the byte of family and transport, such as 0x11 for TCP over IPv4. */
    static byte[] v2(int command, int family, byte[]... block) {
        byte[] all = join(block);
        return join(SIGNATURE, ByteBuffer.allocate(4)
                .put((byte) command)
                .put((byte) family)
                .putShort((short) all.length)
                .array(), all);
    }

    static byte[] addresses(String source, String destination) {
        byte[] ports = ByteBuffer.allocate(4).putShort((short) 40000).putShort((short) 10356).array();
        return join(InetAddress.ofLiteral(source).getAddress(), InetAddress.ofLiteral(destination).getAddress(), ports);
    }

    /** The ID of a private endpoint in Azure's TLV. */
    static byte[] tlv(int type, int length) {
        return join(ByteBuffer.allocate(3).put((byte) type).putShort((short) length).array(), new byte[length]);
    }

    static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts)
            all.writeBytes(part);
        return all.toByteArray();
    }
}
