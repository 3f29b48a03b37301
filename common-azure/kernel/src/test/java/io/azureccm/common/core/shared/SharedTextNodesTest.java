package io.azureccm.common.core.shared;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class SharedTextNodesTest {
    private static final ObjectMapper JSON = JsonMapper.builder().nodeFactory(new SharedTextNodes(1024)).build();

    @Test
    void equalTextsOfOneOrSeveralDocumentsAreOneNode() throws Exception {
        JsonNode one = JSON.readTree("{\"id\": \"/a/b\", \"references\": [{\"id\": \"/a/b\"}]}");
        JsonNode other = JSON.readTree("[\"/a/b\"]");
        assertThat(one.at("/references/0/id")).isSameAs(one.at("/id"));
        assertThat(other.get(0)).isSameAs(one.at("/id"));
    }

    /** Objects and arrays can be changed, so each document has its own. */
    @Test
    void objectsAndArraysAreNotShared() throws Exception {
        JsonNode tree = JSON.readTree("[{\"id\": \"a\"}, {\"id\": \"a\"}, [\"a\"], [\"a\"]]");
        assertThat(tree.get(0)).isEqualTo(tree.get(1)).isNotSameAs(tree.get(1));
        assertThat(tree.get(2)).isEqualTo(tree.get(3)).isNotSameAs(tree.get(3));
    }

    @Property
    void everyTextIsReadAsItIs(@ForAll String text) throws Exception {
        String document = new ObjectMapper().writeValueAsString(text);
        assertThat(JSON.readTree(document).textValue()).isEqualTo(text);
        assertThat(JSON.readTree(document).textValue()).isEqualTo(text);
    }

    @Test
    void aLongTextIsNotRemembered() {
        SharedTextNodes nodes = new SharedTextNodes(16);
        String text = "x".repeat(513);
        assertThat(nodes.textNode(text)).isEqualTo(nodes.textNode(text)).isNotSameAs(nodes.textNode(text));
        assertThat(nodes.textNode(null)).isNull();
    }
}
