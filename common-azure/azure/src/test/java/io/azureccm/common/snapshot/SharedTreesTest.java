package io.azureccm.common.snapshot;

import static io.azureccm.common.core.Given.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class SharedTreesTest {
    @Test
    void equalResourceIsTheOneBefore() {
        ObjectNode before = object("{'a':{'b':[1,2]}}");
        assertThat(SharedTrees.keeping(before, before.deepCopy())).isSameAs(before);
    }

    @Test
    void elementsThatDidNotChangeKeepTheirNodesWhereverTheyAre() {
        ObjectNode before = object("{'etag':'1','properties':{'rules':[{'name':'a','v':1},{'name':'b','v':2}]}}");
        ObjectNode now = SharedTrees.keeping(before, object("{'etag':'2','properties':{'rules':"
                + "[{'name':'c','v':3},{'name':'b','v':2},{'name':'a','v':9}]}}"));
        JsonNode rules = now.path("properties").path("rules");
        assertThat(rules.get(1)).isSameAs(before.path("properties").path("rules").get(1));
        assertThat(rules.get(2).path("v").asInt()).isEqualTo(9);
        assertThat(before.path("properties").path("rules").get(0).path("v").asInt()).isEqualTo(1);
    }

    @Property(tries = 300)
    void treeSaysTheSameAndTheOneBeforeIsAsItWas(@ForAll long seed) {
        Random random = new Random(seed);
        ObjectNode before = object("{}");
        before.set("properties", tree(random, 3));
        ObjectNode now = before.deepCopy();
        change(random, now.path("properties"));
        ObjectNode expected = now.deepCopy();
        ObjectNode unchanged = before.deepCopy();
        assertThat(SharedTrees.keeping(before, now)).isEqualTo(expected);
        assertThat(before).isEqualTo(unchanged);
    }

    private static ObjectNode tree(Random random, int depth) {
        ObjectNode tree = object("{}");
        for (int i = 0; i < 1 + random.nextInt(3); i++) {
            String field = "f" + random.nextInt(4);
            switch (depth == 0 ? 2 : random.nextInt(3)) {
                case 0 -> tree.set(field, tree(random, depth - 1));
                case 1 -> {
                    ArrayNode array = tree.putArray(field);
                    for (int element = 0; element < random.nextInt(4); element++) {
                        ObjectNode each = tree(random, depth - 1);
                        array.add(random.nextBoolean() ? each.put("name", "n" + random.nextInt(3)) : each);
                    }
                }
                default -> tree.put(field, random.nextInt(3));
            }
        }
        return tree;
    }

    private static void change(Random random, JsonNode tree) {
        if (tree instanceof ArrayNode array && !array.isEmpty()) {
            List<JsonNode> elements = new ArrayList<>();
            array.forEach(elements::add);
            Collections.shuffle(elements, random);
            array.removeAll().addAll(elements);
            if (random.nextBoolean())
                array.remove(0);
            array.forEach(each -> change(random, each));
        } else if (tree instanceof ObjectNode object) {
            object.properties().forEach(field -> change(random, field.getValue()));
            if (random.nextInt(3) == 0)
                object.put("f" + random.nextInt(4), random.nextInt(5));
        }
    }
}
