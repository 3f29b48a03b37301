package io.azureccm.common.core.shadow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.FieldChange;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A known difference explains a change of its shape, and no other. */
class KnownDifferenceTest {
    private static final KnownDifference IPV6 = new KnownDifference(List.of("docs/nodes.md#dual"), "Kubernetes",
            Set.of(Change.Kind.UPDATE), "", Set.of("AddressesChanged"), KnownDifference.Only.MORE_IPV6);

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "InternalIP=10.0.0.4, Hostname=a | InternalIP=10.0.0.4, InternalIP=fd00::4, Hostname=a | true",
            "InternalIP=10.0.0.4, Hostname=a | InternalIP=10.0.0.4, InternalIP=10.0.0.5, Hostname=a | false",
            "InternalIP=10.0.0.4, Hostname=a | Hostname=a, InternalIP=10.0.0.4, InternalIP=fd00::4 | false",
            "InternalIP=10.0.0.4, Hostname=a | InternalIP=fd00::4, Hostname=a | false",
            "InternalIP=10.0.0.4, Hostname=a | InternalIP=10.0.0.4, Hostname=a | false"})
    void addressesOfANodeAreExplainedWhenOnlyIpv6OnesAreAdded(String before, String after, boolean explained) {
        Difference difference = new Difference(Set.of("node-1"), "", "node node-1", "Kubernetes", Change.Kind.UPDATE,
                "",
                "", List.of(new FieldChange("addresses", "[" + before + "]", "[" + after + "]")), "AddressesChanged");
        assertThat(IPV6.explains(difference, Set.of())).isEqualTo(explained);
    }

    @Test
    void refusalIsNeverExplainedByTheTypeAlone() {
        KnownDifference all = new KnownDifference(List.of("docs/page.md#a"), "Kubernetes", Set.of(Change.Kind.UPDATE),
                "",
                Set.of(), KnownDifference.Only.ANY);
        assertThat(all.explains(new Difference(Set.of(), "", "Service a/b", "Kubernetes", Change.Kind.UPDATE,
                Difference.REFUSAL, "Code", List.of(), ""), Set.of())).isFalse();
    }

    @Test
    void keyThatIsNotKnownIsAnError() throws JsonProcessingException {
        var array = new ObjectMapper()
                .readTree("[{\"anchors\": [\"a\"], \"type\": \"t\", \"kinds\": [\"ADD\"], \"resaons\": []}]");
        assertThatThrownBy(() -> KnownDifferences.parse(array)).hasMessageContaining("resaons");
    }
}
