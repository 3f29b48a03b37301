package io.azureccm.node.plan.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrefixTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
            10.244.7.0/24, 10.244.7.0/24
            10.244.7.9/16, 10.244.0.0/16
            0.0.0.0/0, 0.0.0.0/0
            255.255.255.255/32, 255.255.255.255/32
            fd00:0010:0000::/48, fd00:10::/48
            FD00:10:0:1:0:0:0:0/64, fd00:10:0:1::/64
            ::/0, ::/0
            ::1/128, ::1/128
            2001:db8:0:1:0:0:1:0/112, 2001:db8:0:1::1:0/112
            1:0:0:2:0:0:0:3/128, 1:0:0:2::3/128
            2001:db8:0:1:1:1:1:1/128, 2001:db8:0:1:1:1:1:1/128
            fd00::ffff/65, fd00::/65
            """)
    void rangesAreSpelledAsKubernetesSpellsThem(String given, String spelled) {
        assertThat(Prefix.parse(given).orElseThrow()).hasToString(spelled);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            10.244.0.0/16, 10.244.255.0/24, true
            10.244.0.0/16, 10.244.0.0/16, true
            10.244.0.0/24, 10.244.0.0/16, false
            10.244.0.0/16, 10.245.0.0/24, false
            0.0.0.0/0, 10.245.0.0/24, true
            ::/0, 10.245.0.0/24, false
            fd00::/48, fd00:0:0:ffff::/64, true
            fd00::/48, fd00:0:1::/64, false
            fd00::/65, fd00::8000:0:0:0/66, false
            """)
    void aRangeContainsWhatLiesInIt(String outer, String inner, boolean contained) {
        assertThat(prefix(outer).contains(prefix(inner))).isEqualTo(contained);
        assertThat(prefix(inner).overlaps(prefix(outer)))
                .isEqualTo(contained || prefix(inner).contains(prefix(outer)));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            10.244.0.0/16, 24, 0, 10.244.0.0/24
            10.244.0.0/16, 24, 255, 10.244.255.0/24
            10.0.0.0/8, 24, 65535, 10.255.255.0/24
            10.0.0.0/24, 24, 0, 10.0.0.0/24
            0.0.0.0/0, 1, 1, 128.0.0.0/1
            10.0.0.0/30, 32, 3, 10.0.0.3/32
            fd00:10::/48, 64, 65535, fd00:10:0:ffff::/64
            fd00::/56, 72, 257, fd00:0:0:1:100::/72
            fd00::/112, 128, 258, fd00::102/128
            """)
    void blocksAreCountedFromTheFirstAddress(String range, int mask, int index, String block) {
        assertThat(prefix(range).at(index, mask)).hasToString(block);
        assertThat(prefix(range).indexOf(prefix(block), mask)).isEqualTo(index);
    }

    @Property
    void ipv6TextsMeanTheAddressTheyWereMadeFrom(@ForAll @Size(16) byte[] bytes) throws Exception {
        for (int i = 0; i < bytes.length; i++)
            bytes[i] = bytes[i] % 3 == 0 ? bytes[i] : 0;
        bytes[0] = (byte) 0xfd;
        InetAddress address = InetAddress.getByAddress(bytes);
        String text = prefix(address.getHostAddress() + "/128").toString();
        assertThat(InetAddress.ofLiteral(text.substring(0, text.indexOf('/')))).isEqualTo(address);
        assertThat(prefix(text)).hasToString(text);
    }

    @Property
    void aBlockIsFoundAgainByItsIndex(@ForAll long high, @ForAll long low, @ForAll @IntRange(max = 112) int length,
            @ForAll @IntRange(max = 16) int width, @ForAll @IntRange(max = 65535) int number) {
        int index = number & ((1 << width) - 1);
        Prefix host = new Prefix(true, high, low, 128);
        Prefix range = prefix(host.toString().replace("/128", "/" + length));
        Prefix block = range.at(index, length + width);
        assertThat(range.contains(block)).isTrue();
        assertThat(range.indexOf(block, length + width)).isEqualTo(index);
    }

    private static Prefix prefix(String text) {
        return Prefix.parse(text).orElseThrow();
    }
}
