package io.azureccm.common.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CidrTest {
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
        assertThat(Cidr.parse(given).orElseThrow()).hasToString(spelled);
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
        assertThat(cidr(outer).contains(cidr(inner))).isEqualTo(contained);
        assertThat(cidr(inner).overlaps(cidr(outer)))
                .isEqualTo(contained || cidr(inner).contains(cidr(outer)));
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
        assertThat(cidr(range).at(index, mask)).hasToString(block);
        assertThat(cidr(range).indexOf(cidr(block), mask)).isEqualTo(index);
    }

    @Property
    void ipv6TextsMeanTheAddressTheyWereMadeFrom(@ForAll @Size(16) byte[] bytes) throws Exception {
        for (int i = 0; i < bytes.length; i++)
            bytes[i] = bytes[i] % 3 == 0 ? bytes[i] : 0;
        bytes[0] = (byte) 0xfd;
        InetAddress address = InetAddress.getByAddress(bytes);
        String text = cidr(address.getHostAddress() + "/128").toString();
        assertThat(InetAddress.ofLiteral(text.substring(0, text.indexOf('/')))).isEqualTo(address);
        assertThat(cidr(text)).hasToString(text);
    }

    @Property
    void aBlockIsFoundAgainByItsIndex(@ForAll long high, @ForAll long low, @ForAll @IntRange(max = 112) int length,
            @ForAll @IntRange(max = 16) int width, @ForAll @IntRange(max = 65535) int number) {
        int index = number & ((1 << width) - 1);
        Cidr host = new Cidr(true, high, low, 128);
        Cidr range = cidr(host.toString().replace("/128", "/" + length));
        Cidr block = range.at(index, length + width);
        assertThat(range.contains(block)).isTrue();
        assertThat(range.indexOf(block, length + width)).isEqualTo(index);
    }

    @ParameterizedTest
    @CsvSource({"10.244.0.0/24,10.244.0.0/24,true", "fd00:10:244::/64,fd00:10:244:0::/64,true",
            "FD00::/64,fd00::/64,true", "010.244.0.0/024,10.244.0.0/24,true", "10.244.0.0/24,10.244.0.0/25,false",
            "10.244.0.0/24,10.244.1.0/24,false", "0.0.0.0/0,::/0,false", "::ffff:10.0.0.0/104,10.0.0.0/8,false"})
    void rangesAreEqualWhenTheirAddressesAreAndNotTheirSpelling(String one, String other, boolean same) {
        assertThat(cidr(one).equals(cidr(other))).isEqualTo(same);
    }

    @ParameterizedTest
    @CsvSource({"10.244.0.0/16,10.244.3.0/24,true", "10.244.0.0/16,10.244.0.0/14,true",
            "10.247.0.0/16,10.244.0.0/14,true", "10.245.0.0/16,10.244.0.0/14,false",
            "10.244.0.0/16,0.0.0.0/0,false", "255.0.0.0/8,0.0.0.0/0,true", "10.244.0.0/16,10.245.0.0/24,false",
            "0.0.0.0/0,fd00::/64,false", "fd00:10:244::/48,fd00:10:244:7::/64,true", "fd03::/16,fd00::/14,true",
            "fd02::/16,fd00::/14,false", "fd00::ffff/128,fd00::/112,true"})
    void anEndOfARangeIsItsFirstOrItsLastAddress(String range, String other, boolean held) {
        assertThat(cidr(range).holdsAnEndOf(cidr(other))).isEqualTo(held);
    }

    @ParameterizedTest
    @CsvSource({"10.244.0.0/24,true", "10.244.0.1/24,false", "10.244.0.1/32,true", "010.244.0.0/24,true",
            "fd00::/64,true", "fd00::1/64,false"})
    void aRangeIsAlignedWhenItBeginsWithItsFirstAddress(String range, boolean aligned) {
        assertThat(Cidr.parseAligned(range).isPresent()).isEqualTo(aligned);
    }

    @ParameterizedTest
    @CsvSource({"10.0.0.0/8,10.0.0.0/8", "0.0.0.0/0,0.0.0.0/0", "1.2.3.4/32,1.2.3.4/32", "2001:DB8::/32,2001:db8::/32",
            "::/0,::/0", "2001:db8:0:0:1:0:0:0/80,2001:db8:0:0:1::/80"})
    void strictTextsAreSpelledInCanonicalForm(String text, String canonical) {
        assertThat(Cidr.parseStrict(text)).map(Cidr::toString).contains(canonical);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.1/8", "10.0.0.0", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/08",
            "010.0.0.0/8", "10.0.0.00/8", "300.0.0.0/8", "example.com/8", "2001:db8::1/32", "2001:db8::/129",
            "::ffff:10.0.0.0/104", "10.0.0/8", "", "/8"})
    void strictTextsHaveNoHostBitsAndNoLeadingZeros(String text) {
        assertThat(Cidr.parseStrict(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.244.0.0", "10.244.0.0/33", "fd00::/129", "host/16", "10.0.0/8", "999.0.0.0/8", "",
            "/8"})
    void textsThatAreNoRangeAreNotRead(String text) {
        assertThat(Cidr.parse(text)).isEmpty();
    }

    @Test
    void aggregationDropsWhatIsContainedAndMergesSiblings() {
        assertThat(aggregate("10.0.0.0/8", "10.1.0.0/16")).containsExactly("10.0.0.0/8");
        assertThat(aggregate("10.1.0.0/16", "10.0.0.0/16")).containsExactly("10.0.0.0/15");
        assertThat(aggregate("10.1.0.0/16", "10.2.0.0/16")).containsExactly("10.1.0.0/16", "10.2.0.0/16");
        assertThat(aggregate("0.0.0.0/1", "128.0.0.0/1", "::/1")).containsExactly("0.0.0.0/0", "::/1");
        assertThat(aggregate("10.0.0.0/18", "10.0.64.0/18", "10.0.128.0/17")).containsExactly("10.0.0.0/16");
        assertThat(aggregate("fd00::8000:0:0:0/65", "fd00::/65")).containsExactly("fd00::/64");
    }

    @Test
    void anAddressBelongsToARangeOfItsFamily() {
        assertThat(cidr("10.240.0.0/16").contains("10.240.9.9")).isTrue();
        assertThat(cidr("10.240.0.0/16").contains("10.241.0.1")).isFalse();
        assertThat(cidr("::/0").contains("10.0.0.1")).isFalse();
        assertThat(cidr("0.0.0.0/0").contains("node-1")).isFalse();
    }

    private static List<String> aggregate(String... texts) {
        return Cidr.aggregate(Stream.of(texts).map(CidrTest::cidr).toList()).stream().map(Cidr::toString).toList();
    }

    private static Cidr cidr(String text) {
        return Cidr.parse(text).orElseThrow();
    }
}
