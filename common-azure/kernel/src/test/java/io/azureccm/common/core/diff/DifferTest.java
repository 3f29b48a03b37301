package io.azureccm.common.core.diff;

import static io.azureccm.common.core.Given.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Cause;
import io.azureccm.common.core.Change;
import io.azureccm.common.core.FieldChange;
import io.azureccm.common.core.Given;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DifferTest {
    private static final Differ.CauseOf CAUSE = Differ.CauseOf.always(new Cause("ServiceChanged", "shop/web"));

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'a':1}                        | {'a':1}
            {'a':1,'etag':'x','b':[1]}     | {'a':1}
            {'a':1.0}                      | {'a':1}
            {'a':100}                      | {'a':1e2}
            {'a':'443'}                    | {'a':443}
            {}                             | {'a':null}
            {}                             | {'a':''}
            {}                             | {'a':[]}
            {}                             | {'a':{}}
            {}                             | {'a':{'b':{'c':null}}}
            {'a':null}                     | {'a':[]}
            {'a':{'b':1}}                  | {'a':{}}
            {'a':['1','2','3']}            | {'a':['3','1','2']}
            {'id':'/subscriptions/S/x/Y'}  | {'id':'/Subscriptions/s/X/y'}
            {'p':[{'id':'/subscriptions/S/A'},{'id':'/subscriptions/S/B'}]} | {'p':[{'id':'/subscriptions/s/b'},{'id':'/subscriptions/s/a'}]}
            {'p':[{'name':'x','v':1,'etag':'1'},{'name':'y'}]}              | {'p':[{'name':'Y'},{'name':'X','v':1}]}
            {'p':[{'v':1,'w':2},{'v':2}]}  | {'p':[{'v':1},{'v':2}]}
            """)
    void seesNoDifference(String observed, String desired) {
        assertThat(Differ.fields(json(observed), json(desired))).isEmpty();
    }

    @ParameterizedTest(name = "{0} -> {1}: {2}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'a':1}                    | {'a':2}                      | a 1 -> 2
            {}                         | {'a':false}                  | a (none) -> false
            {'a':true}                 | {'a':null}                   | a true -> (none)
            {'a':[1]}                  | {'a':[]}                     | a [1] -> (none)
            {'a':[{'name':'x'}]}       | {'a':[]}                     | a[x] {"name":"x"} -> (none)
            {'a':{'b':1}}              | {'a':null}                   | a {"b":1} -> (none)
            {}                         | {'properties':{'s':{'id':'/subscriptions/S/x'}}} | s.id (none) -> "/subscriptions/S/x"
            {'properties':{'p':5}}     | {'properties':{'p':15}}      | p 5 -> 15
            {'z':['1','2']}            | {'z':['1']}                  | z ["1","2"] -> ["1"]
            {'a':'Tcp'}                | {'a':'tcp'}                  | a "Tcp" -> "tcp"
            {'a':'/subscriptions/S/x'} | {'a':'/subscriptions/S/y'}   | a "/subscriptions/S/x" -> "/subscriptions/S/y"
            {'a':{'b':1}}              | {'a':1}                      | a {"b":1} -> 1
            {'a':{'b':null}}           | {'a':[{}]}                   | a (none) -> [{}]
            {'a':['x']}                | {'a':[{'name':'x'},'x']}     | a[x] (none) -> {"name":"x"}
            {'p':[{'name':'x','properties':{'v':1}}]} | {'p':[{'name':'x','properties':{'v':2}}]} | p[x].v 1 -> 2
            {'p':[{'v':1},{'v':2}]}    | {'p':[{'v':2},{'v':1}]}      | p [{"v":1},{"v":2}] -> [{"v":2},{"v":1}]
            """)
    void namesTheDifference(String observed, String desired, String change) {
        assertThat(Differ.fields(json(observed), json(desired))).extracting(FieldChange::toString)
                .containsExactly(change);
    }

    @Test
    void idsOfTwoResourceGroupsAreNotMixedUp() {
        JsonNode observed = json("{'p':[{'id':'" + ArmId.of("s", "one", ArmTypes.PUBLIC_IP, "x") + "'}]}");
        JsonNode desired = json("{'p':[{'id':'" + ArmId.of("s", "one", ArmTypes.PUBLIC_IP, "x") + "'},{'id':'"
                + ArmId.of("s", "two", ArmTypes.PUBLIC_IP, "x") + "'}]}");
        assertThat(Differ.fields(observed, desired)).hasSize(1)
                .first()
                .satisfies(change -> assertThat(change.path()).isEqualTo("p[publicIPAddresses/x]"));
    }

    @Test
    void rulesSayWhatIsSkippedFoldedOrTakenForAbsent() {
        DiffRules rules = DiffRules.NONE.ignoring("zones", "*.etag")
                .caseless("protocol")
                .absentIsFalse("enableTcpReset")
                .absentIsFalse("enableFloatingIP");
        assertThat(Differ.fields(json("{'zones':['1'],'a':{'etag':'1'},'properties':{'protocol':'Tcp'}}"), json(
                "{'zones':[],'a':{'etag':'2'},'properties':{'protocol':'tcp','enableTcpReset':false,'enableFloatingIP':false}}"),
                rules)).isEmpty();
        assertThat(Differ.fields(json("{'enableFloatingIP':true}"), json("{'enableFloatingIP':null}"), rules))
                .containsExactly(new FieldChange("enableFloatingIP", "true", "false"));
    }

    @Test
    void elementsAreAddedUpdatedAndRemovedByNameWithoutCase() {
        List<Change> changes = Differ.elements("rule", json(
                "[{'name':'A','properties':{'port':1}},{'name':'gone'},{'name':'same','properties':{'port':3,'x':1}}]"),
                json("[{'name':'new'},{'name':'SAME','properties':{'port':3}},{'name':'a','properties':{'port':2}}]"),
                CAUSE);
        Cause cause = CAUSE.of(Change.Kind.ADD, "");
        assertThat(changes).containsExactly(
                Change.update("rule", "a", List.of(new FieldChange("port", "1", "2")), cause),
                Change.add("rule", "new", cause), Change.remove("rule", "gone", cause));
    }

    @Test
    void absentArraysHaveNoElements() {
        assertThat(Differ.elements("rule", null, json("{}").path("rules"), CAUSE)).isEmpty();
        assertThat(Differ.elements("rule", json("null"), json("[{'name':'a'}]"), CAUSE)).hasSize(1);
    }

    @Test
    void elementsThatCannotBeToldApartAreAnErrorOfTheCaller() {
        assertThatThrownBy(() -> Differ.elements("rule", json("[]"), json("[{'name':'a'},{'name':'A'}]"), CAUSE))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Differ.elements("rule", json("[]"), json("[{}]"), CAUSE))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void tagsAreComparedByKeyWithoutCase() {
        assertThat(Differ.tags(Map.of("Team", "a", "old", "1", "same", "x"),
                Map.of("team", "b", "new", "2", "Same", "x"), CAUSE))
                .extracting(change -> change.kind() + " " + change.name() + " " + change.fields().getFirst())
                .containsExactly("ADD new value (none) -> \"2\"", "UPDATE team value \"a\" -> \"b\"",
                        "REMOVE old value \"1\" -> (none)");
    }

    @Property(tries = 300)
    void everyTreeEqualsItself(@ForAll("trees") JsonNode tree) {
        assertThat(Differ.fields(tree, tree.deepCopy())).isEmpty();
    }

    @Provide
    Arbitrary<JsonNode> trees() {
        return treeText(3).map(Given::json);
    }

    private static Arbitrary<String> treeText(int depth) {
        Arbitrary<String> scalars = Arbitraries.of("1", "2.0", "true", "null", "'x'", "'/subscriptions/S'", "[]", "{}");
        if (depth == 0)
            return scalars;
        Arbitrary<String> inner = treeText(depth - 1);
        return Arbitraries.oneOf(scalars, scalars,
                inner.list().ofMaxSize(3).map(list -> "[" + String.join(",", list) + "]"),
                Arbitraries.maps(Arbitraries.of("a", "b", "name", "properties"), inner)
                        .ofMaxSize(3)
                        .map(DifferTest::objectText));
    }

    private static String objectText(Map<String, String> fields) {
        return fields.entrySet()
                .stream()
                .map(field -> "'" + field.getKey() + "':" + field.getValue())
                .collect(java.util.stream.Collectors.joining(",", "{", "}"));
    }
}
