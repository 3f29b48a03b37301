package io.azureccm.node.probe;

import static io.azureccm.node.probe.Headers.LOCAL;
import static io.azureccm.node.probe.Headers.PROXY;
import static io.azureccm.node.probe.Headers.SIGNATURE;
import static io.azureccm.node.probe.Headers.addresses;
import static io.azureccm.node.probe.Headers.join;
import static io.azureccm.node.probe.Headers.text;
import static io.azureccm.node.probe.Headers.tlv;
import static io.azureccm.node.probe.Headers.v2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azureccm.node.probe.ProxyHeader.Form;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Which PROXY headers are accepted, which client address they give, and that no byte of the request is consumed with
 * them.
 */
class ProxyHeaderReaderTest {
    private static final String REQUEST = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final String PEER = "168.63.129.16";
    private static final byte[] IPV4 = addresses("10.1.2.3", "10.0.0.4");
    private static final byte[] IPV6 = addresses("2001:db8::1", "fd00::2");

    record Good(String name, byte[] header, Form form, Optional<String> source) {
        Good(String name, byte[] header, Form form, String source) {
            this(name, header, form, Optional.of(source));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    record Broken(String name, byte[] header, String why) {
        @Override
        public String toString() {
            return name;
        }
    }

    static final List<Good> TAKEN = List.of(new Good("none", new byte[0], Form.NONE, PEER),
            new Good("v1 TCP4", text("PROXY TCP4 10.1.2.3 10.0.0.4 40000 10356\r\n"), Form.V1, "10.1.2.3"),
            new Good("v1 TCP6", text("PROXY TCP6 2001:DB8:0::1 fd00::2 1 65535\r\n"), Form.V1, "2001:db8::1"),
            new Good("v1 port 0", text("PROXY TCP4 10.1.2.3 10.0.0.4 0 0\r\n"), Form.V1, "10.1.2.3"),
            new Good("v1 UNKNOWN", text("PROXY UNKNOWN\r\n"), Form.V1, PEER),
            new Good("v1 UNKNOWN of 107 bytes", text("PROXY UNKNOWN " + "f".repeat(91) + "\r\n"), Form.V1, PEER),
            new Good("v2 TCP4", v2(PROXY, 0x11, IPV4), Form.V2, "10.1.2.3"),
            new Good("v2 UDP4", v2(PROXY, 0x12, IPV4), Form.V2, "10.1.2.3"),
            new Good("v2 IPv4 of no transport", v2(PROXY, 0x10, IPV4), Form.V2, "10.1.2.3"),
            new Good("v2 TCP6", v2(PROXY, 0x21, IPV6), Form.V2, "2001:db8::1"),
            new Good("v2 UDP6", v2(PROXY, 0x22, IPV6), Form.V2, "2001:db8::1"),
            new Good("v2 UNIX stream", v2(PROXY, 0x31, new byte[216]), Form.V2, Optional.empty()),
            new Good("v2 UNIX datagram", v2(PROXY, 0x32, new byte[216]), Form.V2, Optional.empty()),
            new Good("v2 UNSPEC", v2(PROXY, 0x00), Form.V2, PEER),
            new Good("v2 LOCAL", v2(LOCAL, 0x00), Form.V2, PEER),
            new Good("v2 LOCAL with addresses", v2(LOCAL, 0x11, IPV4), Form.V2, PEER),
            new Good("v2 LOCAL of unknown family", v2(LOCAL, 0xff, new byte[7]), Form.V2, PEER),
            new Good("v2 with the id of a private endpoint", v2(PROXY, 0x11, IPV4, tlv(0xee, 5)), Form.V2, "10.1.2.3"),
            new Good("v2 with many TLVs", v2(PROXY, 0x21, IPV6, tlv(1, 8), tlv(2, 0), tlv(4, 300)), Form.V2,
                    "2001:db8::1"),
            new Good("v2 with a TLV that is cut off", v2(PROXY, 0x11, IPV4, new byte[]{1, 9, 9}), Form.V2, "10.1.2.3"),
            new Good("v2 of 4096 bytes", v2(PROXY, 0x11, IPV4, tlv(4, 4096 - 16 - 12 - 3)), Form.V2, "10.1.2.3"));

    static final List<Broken> REFUSED = List.of(
            new Broken("v1 UDP4", text("PROXY UDP4 10.1.2.3 10.0.0.4 1 2\r\n"), "not TCP4, TCP6 or UNKNOWN"),
            new Broken("v1 UNKNOWNX", text("PROXY UNKNOWNX\r\n"), "not TCP4, TCP6 or UNKNOWN"),
            new Broken("v1 without protocol", text("PROXY \r\n"), "not TCP4, TCP6 or UNKNOWN"),
            new Broken("v1 of one address", text("PROXY TCP4 10.1.2.3 1 2\r\n"),
                    "followed by two addresses and two ports"),
            new Broken("v1 with more", text("PROXY TCP4 10.1.2.3 10.0.0.4 1 2 3\r\n"),
                    "followed by two addresses and two ports"),
            new Broken("v1 with two blanks", text("PROXY TCP4  10.1.2.3 10.0.0.4 1 2\r\n"),
                    "followed by two addresses and two"),
            new Broken("v1 port 65536", text("PROXY TCP4 10.1.2.3 10.0.0.4 65536 2\r\n"),
                    "followed by two addresses and two"),
            new Broken("v1 port -1", text("PROXY TCP4 10.1.2.3 10.0.0.4 1 -1\r\n"),
                    "followed by two addresses and two ports"),
            new Broken("v1 name", text("PROXY TCP4 localhost 10.0.0.4 1 2\r\n"), "not an IPv4 address"),
            new Broken("v1 TCP4 of IPv6", text("PROXY TCP4 10.1.2.3 fd00::2 1 2\r\n"), "not an IPv4 address"),
            new Broken("v1 TCP6 of IPv4", text("PROXY TCP6 10.1.2.3 10.0.0.4 1 2\r\n"), "not an IPv6 address"),
            new Broken("v1 octet 256", text("PROXY TCP4 10.1.2.256 10.0.0.4 1 2\r\n"), "not an IPv4 address"),
            new Broken("v1 of 108 bytes", text("PROXY UNKNOWN " + "f".repeat(92) + "\r\n"), "longer than 107 bytes"),
            new Broken("v1 without end", text("PROXY TCP4 10.1.2.3 10.0.0.4 1 2\n" + "x".repeat(200)), "longer than"),
            new Broken("v2 version 1", v2(0x11, 0x11, IPV4), "its version is not 2"),
            new Broken("v2 version 3", v2(0x31, 0x11, IPV4), "its version is not 2"),
            new Broken("v2 command 2", v2(0x22, 0x11, IPV4), "neither LOCAL nor PROXY"),
            new Broken("v2 family 4", v2(PROXY, 0x41, new byte[216]), "its family or its transport is unknown"),
            new Broken("v2 transport 3", v2(PROXY, 0x13, IPV4), "its family or its transport is unknown"),
            new Broken("v2 IPv4 of 11 bytes", v2(PROXY, 0x11, new byte[11]), "its addresses are truncated"),
            new Broken("v2 IPv6 of 35 bytes", v2(PROXY, 0x21, new byte[35]), "its addresses are truncated"),
            new Broken("v2 UNIX of 215 bytes", v2(PROXY, 0x31, new byte[215]), "its addresses are truncated"),
            new Broken("v2 of 4097 bytes", v2(PROXY, 0x11, IPV4, tlv(4, 4097 - 16 - 12 - 3)), "longer than 4096"),
            new Broken("v2 of 65551 bytes", v2(PROXY, 0x11, new byte[65535]), "longer than 4096 bytes"));

    @ParameterizedTest(name = "{0}")
    @FieldSource("TAKEN")
    void theHeaderNamesTheClientAndTheRequestIsLeft(Good good) throws IOException {
        PeekableInput in = new PeekableInput(new ByteArrayInputStream(join(good.header(), text(REQUEST))));

        assertThat(ProxyHeaderReader.read(in, PEER)).isEqualTo(new ProxyHeader(good.form(), good.source()));
        assertThat(in.line(100)).contains("GET /healthz HTTP/1.1");
    }

    @ParameterizedTest(name = "{0}")
    @FieldSource("TAKEN")
    void itIsTheSameWhereverTheBytesAreSplit(Good good) throws IOException {
        byte[] all = join(good.header(), text(REQUEST));
        for (int split = 1; split < good.header().length + 2; split++) {
            PeekableInput in = new PeekableInput(new SplitInput(all, split));

            assertThat(ProxyHeaderReader.read(in, PEER)).as("split after %d", split)
                    .isEqualTo(new ProxyHeader(good.form(), good.source()));
            assertThat(in.line(100)).contains("GET /healthz HTTP/1.1");
        }
    }

    @ParameterizedTest(name = "{0}")
    @FieldSource("TAKEN")
    void aHeaderThatEndsTooEarlyIsBroken(Good good) throws IOException {
        for (int end = 0; end < good.header().length; end++) {
            PeekableInput in = new PeekableInput(new ByteArrayInputStream(good.header(), 0, end));
            boolean begun = end >= (good.form() == Form.V1 ? 6 : SIGNATURE.length);

            if (begun)
                assertThatThrownBy(() -> ProxyHeaderReader.read(in, PEER)).isInstanceOf(MalformedHeader.class)
                        .hasMessage("the connection ended within it");
            else
                assertThat(ProxyHeaderReader.read(in, PEER).form()).isEqualTo(Form.NONE);
        }
    }

    @ParameterizedTest(name = "{0}")
    @FieldSource("REFUSED")
    void aBrokenHeaderSaysWhatIsWrong(Broken broken) {
        PeekableInput in = new PeekableInput(new ByteArrayInputStream(join(broken.header(), text(REQUEST))));

        assertThatThrownBy(() -> ProxyHeaderReader.read(in, PEER)).isInstanceOf(MalformedHeader.class)
                .hasMessageContaining(broken.why());
    }

    /** Returns the bytes up to the split first, and the others one by one. */
    private static final class SplitInput extends InputStream {
        private final byte[] bytes;
        private final int split;
        private int next;

        SplitInput(byte[] bytes, int split) {
            this.bytes = bytes;
            this.split = split;
        }

        @Override
        public int read() {
            return next < bytes.length ? bytes[next++] & 0xff : -1;
        }

        @Override
        public int read(byte[] into, int from, int most) {
            if (next == bytes.length)
                return -1;
            int count = next < split ? Math.min(most, split - next) : 1;
            System.arraycopy(bytes, next, into, from, count);
            next += count;
            return count;
        }
    }
}
