package io.azureccm.common.net;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.azureccm.common.core.CountedText;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IpAddressTest {
    @ParameterizedTest
    @CsvSource({"10.0.0.4,true", "010.0.0.4,true", "fd00::4,true", "::ffff:10.0.0.4,true", "node-1,false",
            "10.0.0,false", "10.0.0.256,false", "1:2:3,false", "'',false", "10.0.0.4/32,false", "fe80::1%eth0,false"})
    void textIsAnAddressWhenItSpellsOne(String text, boolean address) {
        assertThat(IpAddress.parse(text).isPresent()).isEqualTo(address);
    }

    @ParameterizedTest
    @CsvSource({"10.0.0.4,true", "0.0.0.0,true", "010.0.0.4,false", "10.0.0.00,false", "fd00::04,true",
            "::ffff:10.0.0.4,false", "::10.0.0.4,true"})
    void azureTakesAnAddressInOneSpellingOfItsFamily(String text, boolean address) {
        assertThat(IpAddress.isAddress(text)).isEqualTo(address);
    }

    @ParameterizedTest
    @CsvSource({"FD00:0:0:0::4,fd00::4", "10.0.0.4,10.0.0.4", "::FFFF:10.0.0.4,::FFFF:10.0.0.4",
            "No:Address,No:Address"})
    void canonicalTextIsInShortestFormAndOtherTextStays(String text, String canonical) {
        assertThat(IpAddress.canonical(text)).isEqualTo(canonical);
    }

    /** An object may have a text of a megabyte in place of an address, which is read for each plan. */
    @ParameterizedTest
    @CsvSource({"':',g", "'::',/", "a:,g", "'.:',' '"})
    void longTextIsNotSearchedOnceForEachColon(String part, String end) {
        CountedText text = new CountedText(part.repeat(5_000) + end);
        assertThat(IpAddress.isWrittenAsIpv6(text)).isFalse();
        assertThat(text.reads()).isLessThan(3L * text.length());
    }

    /** An exception would take a thousand bytes and more, and some time for each frame of the stack. */
    @Test
    void anIpv6AddressIsReadWithoutAnException() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        IpAddress.parse("fd00::1");
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 1_000; i++)
            IpAddress.parse("fd00::2");
        assertThat((threads.getCurrentThreadAllocatedBytes() - before) / 1_000).isLessThan(1_000);
    }
}
