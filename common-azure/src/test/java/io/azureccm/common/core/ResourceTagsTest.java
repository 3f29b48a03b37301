package io.azureccm.common.core;

import static io.azureccm.common.core.Given.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    @Test
    void readsConfiguredTagsAsTheyAreWritten() {
        assertThat(ResourceTags.parse("a=1, b = 2 ,broken,x=y=z, =v,n= null ,empty="))
                .isEqualTo(Map.of("a", "1", "b", "2", "n", " null ", "empty", ""));
        assertThat(ResourceTags.configured("team=a,x=1", Map.of("Team", " b ", " ", "skipped")))
                .isEqualTo(Map.of("Team", "b", "x", "1"));
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
