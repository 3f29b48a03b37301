package io.azureccm.common.core;

import static io.azureccm.common.core.Given.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResourceTagsTest {
    @ParameterizedTest(name = "{0} + {1} (system {2})")
    @CsvSource(delimiter = '|', textBlock = """
            a=1                 | b=2        | ''        | a=1;b=2
            a=1                 | a=2        | ''        | a=2
            Team=Blue           | team=blue  | ''        | Team=Blue
            Team=Blue           | team=red   | ''        | Team=red
            a=1;b=2             | b=2        | sys       | b=2
            a=1;SYS-x=1;b=2     | b=2        | sys, other| SYS-x=1;b=2
            a=1                 | ''         | ,         | a=1
            Team=Blue           | team=red   | sys       | team=red
            k8s-azure-service=x/y;k8s-azure-cluster-name=c;a=1 | '' | sys | k8s-azure-service=x/y;k8s-azure-cluster-name=c
            service=x/y;a=1                     | '' | sys | service=x/y
            service=x/y;k8s-azure-service=x/y   | '' | sys | k8s-azure-service=x/y
            """)
    void tagsOfTheSystemStayAndOthersFollowTheConfig(String observed, String wanted, String systemTags,
            String expected) {
        assertThat(ResourceTags.reconcile(map(observed), map(wanted), systemTags)).isEqualTo(map(expected));
    }

    @Test
    void reconcilingTwiceChangesNothingMore() {
        Map<String, String> wanted = map("team=red;new=1");
        Map<String, String> once = ResourceTags.reconcile(map("Team=blue;gone=1;sys-a=1"), wanted, "sys");
        assertThat(ResourceTags.reconcile(once, wanted, "sys")).isEqualTo(once);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"k8s-azure-service", "K8S-Azure-Service", "k8s-azure-cluster-name",
            "k8s-azure-dns-label-service", "k8s-azure-owner-service", "service", "SERVICE", "kubernetes-cluster-name",
            "kubernetes-dns-label-service", " k8s-azure-service ", "\u00a0k8s-azure-cluster-name\u200b",
            "\tservice\u2028"})
    void tagsThatSayWhoseAResourceIsAreNeverTakenFromAConfigOrAUser(String key) {
        Map<String, String> observed = map("k8s-azure-service=a/x;k8s-azure-cluster-name=green;a=1");
        for (String systemTags : List.of("", "sys", "k8s-azure")) {
            Map<String, String> kept = ResourceTags.reconcile(observed, Map.of(), systemTags);
            assertThat(ResourceTags.reconcile(observed, Map.of(key, "b/y"), systemTags)).isEqualTo(kept);
            assertThat(ResourceTags.reconcile(Map.of(), Map.of(key, "b/y"), systemTags)).isEmpty();
        }
    }

    @Test
    void readsAndWritesTheTagsOfAResource() {
        ObjectNode resource = object("{'tags':{'B':'1','a':'2'}}");
        assertThat(ResourceTags.of(resource)).containsExactly(Map.entry("B", "1"), Map.entry("a", "2"));
        assertThat(ResourceTags.of(object("{}"))).isEmpty();
        ResourceTags.put(resource, Map.of("c", "3"));
        assertThat(resource).isEqualTo(object("{'tags':{'c':'3'}}"));
        ResourceTags.put(resource, Map.of());
        assertThat(resource).isEqualTo(object("{}"));
    }

    /** {@code a=1;b=2}: semicolons, since values here hold commas. */
    static Map<String, String> map(String text) {
        Map<String, String> map = new LinkedHashMap<>();
        for (String pair : text.split(";")) {
            if (!pair.isEmpty()) {
                map.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
            }
        }
        return map;
    }
}
