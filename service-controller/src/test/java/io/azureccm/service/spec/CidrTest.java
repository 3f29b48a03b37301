package io.azureccm.service.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Prefixes as users write them and as Azure takes them. */
class CidrTest {
    @ParameterizedTest
    @CsvSource({"10.0.0.0/8,10.0.0.0/8", "0.0.0.0/0,0.0.0.0/0", "1.2.3.4/32,1.2.3.4/32", "2001:DB8::/32,2001:db8::/32",
            "::/0,::/0",
            "2001:db8:0:0:1:0:0:0/80,2001:db8:0:0:1::/80"})
    void canonical_form(String text, String canonical) {
        assertThat(Cidr.parse(text)).map(Cidr::toString).contains(canonical);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.1/8", "10.0.0.0", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/08",
            "300.0.0.0/8",
            "example.com/8", "2001:db8::1/32", "2001:db8::/129", "10.0.0/8", "", "/8"})
    void not_a_prefix(String text) {
        assertThat(Cidr.parse(text)).isEmpty();
    }

    @Test
    void aggregation_drops_what_is_contained_and_merges_siblings() {
        assertThat(aggregate("10.0.0.0/8", "10.1.0.0/16")).containsExactly("10.0.0.0/8");
        assertThat(aggregate("10.1.0.0/16", "10.0.0.0/16")).containsExactly("10.0.0.0/15");
        assertThat(aggregate("10.1.0.0/16", "10.2.0.0/16")).containsExactly("10.1.0.0/16", "10.2.0.0/16");
        assertThat(aggregate("0.0.0.0/1", "128.0.0.0/1", "::/1")).containsExactly("0.0.0.0/0", "::/1");
        assertThat(aggregate("10.0.0.0/18", "10.0.64.0/18", "10.0.128.0/17")).containsExactly("10.0.0.0/16");
    }

    @Test
    void address_belongs_to_a_prefix_of_its_family() {
        assertThat(Cidr.parse("10.240.0.0/16").orElseThrow().contains("10.240.9.9")).isTrue();
        assertThat(Cidr.parse("10.240.0.0/16").orElseThrow().contains("10.241.0.1")).isFalse();
        assertThat(Cidr.parse("::/0").orElseThrow().contains("10.0.0.1")).isFalse();
    }

    private static List<String> aggregate(String... texts) {
        return Cidr.aggregate(Stream.of(texts).map(text -> Cidr.parse(text).orElseThrow()).toList())
                .stream()
                .map(Cidr::toString)
                .toList();
    }
}
