package io.azureccm.common.config.options;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CidrTest {
    @ParameterizedTest
    @CsvSource({"10.244.0.0/24,10.244.0.0/24,true", "fd00:10:244::/64,fd00:10:244:0::/64,true",
            "FD00::/64,fd00::/64,true", "10.244.0.0/24,10.244.0.0/25,false", "10.244.0.0/24,10.244.1.0/24,false",
            "0.0.0.0/0,::/0,false"})
    void identityIsThatOfTheAddressesAndNotOfTheSpelling(String one, String other, boolean same) {
        assertThat(cidr(one).identity().equals(cidr(other).identity())).isEqualTo(same);
    }

    @ParameterizedTest
    @CsvSource({"10.244.0.0/16,10.244.3.0/24,true", "10.244.0.0/16,10.244.0.0/14,true",
            "10.247.0.0/16,10.244.0.0/14,true", "10.245.0.0/16,10.244.0.0/14,false",
            "10.244.0.0/16,0.0.0.0/0,false", "10.244.0.0/16,10.245.0.0/24,false", "0.0.0.0/0,fd00::/64,false",
            "fd00:10:244::/48,fd00:10:244:7::/64,true"})
    void anEndOfARangeIsItsFirstOrItsLastAddress(String range, String other, boolean held) {
        assertThat(cidr(range).holdsAnEndOf(cidr(other))).isEqualTo(held);
    }

    @ParameterizedTest
    @CsvSource({"10.244.0.0/24,true", "10.244.0.1/24,false", "10.244.0.1/32,true", "fd00::/64,true",
            "fd00::1/64,false"})
    void aRangeIsAlignedWhenItBeginsWithItsFirstAddress(String range, boolean aligned) {
        assertThat(cidr(range).isAligned()).isEqualTo(aligned);
    }

    @ParameterizedTest
    @CsvSource({"10.0.0.4,true", "fd00::4,true", "node-1,false", "10.0.0,false", "'',false", "10.0.0.4/32,false"})
    void anAddressIsARangeOfOne(String text, boolean isAddress) {
        assertThat(Cidr.ofAddress(text).isPresent()).isEqualTo(isAddress);
    }

    private static Cidr cidr(String text) {
        return Cidr.parse(text).orElseThrow();
    }
}
