package io.azureccm.common.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArmIdTest {
    private static final String LB = "/subscriptions/S/resourceGroups/RG/providers/Microsoft.Network/loadBalancers/lb";

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            /subscriptions/S/resourceGroups/RG/providers/Microsoft.Network/loadBalancers/lb | Microsoft.Network/loadBalancers | lb | loadBalancers/lb | - | RG
            /subscriptions/S/resourceGroups/RG/providers/Microsoft.Network/loadBalancers/lb/probes/p | Microsoft.Network/loadBalancers/probes | p | loadBalancers/lb/probes/p | /subscriptions/S/resourceGroups/RG/providers/Microsoft.Network/loadBalancers/lb | RG
            /subscriptions/S/resourcegroups/rg/providers/microsoft.compute/virtualmachinescalesets/v/virtualmachines/0 | microsoft.compute/virtualmachinescalesets/virtualmachines | 0 | virtualmachinescalesets/v/virtualmachines/0 | /subscriptions/S/resourcegroups/rg/providers/microsoft.compute/virtualmachinescalesets/v | rg
            /subscriptions/S/resourceGroups/RG/providers/Microsoft.Network/loadBalancers | Microsoft.Network/loadBalancers | loadBalancers | loadBalancers | - | RG
            /subscriptions/S/providers/Microsoft.Network/loadBalancers | Microsoft.Network/loadBalancers | loadBalancers | loadBalancers | - | ''
            /subscriptions/S/resourceGroups/RG | '' | RG | /subscriptions/S/resourceGroups/RG | - | RG
            """)
    void tellsItsParts(String text, String type, String name, String shortName, String parent, String resourceGroup) {
        ArmId id = ArmId.parse(text);
        assertThat(id.type()).isEqualTo(type);
        assertThat(id.name()).isEqualTo(name);
        assertThat(id.shortName()).isEqualTo(shortName);
        assertThat(id.parent().map(ArmId::toString).orElse(null)).isEqualTo(parent);
        assertThat(id.resourceGroup()).isEqualTo(resourceGroup);
        assertThat(id.subscription()).isEqualTo("S");
        assertThat(id).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "lb", "/subscriptions", "subscriptions/S", "/subscriptions//resourceGroups/RG",
            "/providers/Microsoft.Network/loadBalancers/lb"})
    void refusesWhatIsNoId(String text) {
        assertThatThrownBy(() -> ArmId.parse(text)).isInstanceOf(IllegalArgumentException.class);
        assertThat(ArmId.tryParse(text)).isEmpty();
    }

    @Test
    void comparesWithoutCaseAndKeepsItsSpelling() {
        ArmId upper = ArmId.parse(LB.toUpperCase(Locale.ROOT));
        ArmId mixed = ArmId.parse(LB);
        assertThat(upper).isEqualTo(mixed).hasSameHashCodeAs(mixed).isEqualByComparingTo(mixed);
        assertThat(upper.toString()).isNotEqualTo(mixed.toString());
        assertThat(mixed.matches(upper.toString())).isTrue();
        assertThat(mixed.matches(null)).isFalse();
        assertThat(mixed.hasType("microsoft.network/LOADBALANCERS")).isTrue();
    }

    /** A value in lower case is what ids were compared by; the hash is the same without making one. */
    @Property
    void equalityAndHashAreThoseOfTheValueInLowerCase(@ForAll("parts") String one, @ForAll("parts") String other) {
        ArmId id = ArmId.parse("/subscriptions/" + one);
        ArmId another = ArmId.parse("/SUBSCRIPTIONS/" + other);
        assertThat(id.key()).isEqualTo("/subscriptions/" + one.toLowerCase(Locale.ROOT));
        assertThat(id.hashCode()).isEqualTo(id.key().hashCode());
        assertThat(id.equals(another)).isEqualTo(id.key().equals(another.key()));
        assertThat(id.compareTo(another)).isEqualTo(id.key().compareTo(another.key()));
    }

    @Provide
    Arbitrary<String> parts() {
        return Arbitraries.strings()
                .withChars("aAbBzZ09-_.\u00e4\u00c4\u0130\u017f\u212a")
                .ofMinLength(1)
                .ofMaxLength(3);
    }

    @Test
    void parentsThatAreSpeltTheSameAreOneValue() {
        ArmId one = ArmId.parse(LB + "/probes/a").parent().orElseThrow();
        assertThat(ArmId.parse(LB + "/probes/b").parent().orElseThrow()).isSameAs(one);
        ArmId upper = ArmId.parse(LB.toUpperCase(Locale.ROOT) + "/probes/b").parent().orElseThrow();
        assertThat(upper).isEqualTo(one).hasToString(LB.toUpperCase(Locale.ROOT));
    }

    @Test
    void aTrailingSlashIsNotPartOfTheId() {
        assertThat(ArmId.parse(LB + "/")).isEqualTo(ArmId.parse(LB));
    }

    @Test
    void theRootIsTheTopLevelResource() {
        ArmId lb = ArmId.parse(LB);
        assertThat(lb.child("backendAddressPools", "a").child("x", "b").root()).isEqualTo(lb);
        assertThat(lb.root()).isSameAs(lb);
    }

    @Test
    void collectionsAndChildrenAreMadeFromTheirParts() {
        assertThat(ArmId.of("S", "RG", ArmTypes.LOAD_BALANCER, "lb")).hasToString(LB);
        assertThat(ArmId.collection("S", "RG", ArmTypes.LOAD_BALANCER)).hasToString(LB.substring(0, LB.length() - 3));
        assertThat(ArmId.parse(LB).children("probes")).hasToString(LB + "/probes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/subscriptions/s/../t", "/subscriptions/s/resourceGroups/.", "/subscriptions/s?x=1",
            "/subscriptions/s#x", "/subscriptions/s%2ft", "/subscriptions/s\\t", "/subscriptions/s\nt",
            "/subscriptions/s t", "/subscriptions//s"})
    void idsFromOutsideThatMeanSomethingElseInAUrlAreNoIds(String text) {
        assertThat(ArmId.tryParse(text)).isEmpty();
    }

    /** The rule as a pattern: what is read thousands of times in each plan is told without one. */
    @Property
    void idsFromOutsideAreTakenByTheRule(@ForAll("segments") List<String> segments) {
        Pattern foreign = Pattern.compile("[\\s\\p{Cntrl}?#%\\\\]|/\\.{1,2}(/|$)");
        String text = "/subscriptions/" + String.join("/", segments);
        boolean malformed = text.trim().contains("//") || text.trim().endsWith("/");

        if (!malformed)
            assertThat(ArmId.tryParse(text).isEmpty()).as(text).isEqualTo(foreign.matcher(text.trim()).find());
    }

    @Provide
    Arbitrary<List<String>> segments() {
        return Arbitraries.strings().withChars("ab.. /?#%\\\t\u007f-").ofMaxLength(5).list().ofMinSize(1).ofMaxSize(4);
    }
}
