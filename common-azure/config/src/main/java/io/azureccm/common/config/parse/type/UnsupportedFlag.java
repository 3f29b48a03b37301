package io.azureccm.common.config.parse.type;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** A switch that can only be off: true is rejected with the reason. */
public record UnsupportedFlag(String reason) implements ValueType<Boolean> {

    @Override
    public String expected() {
        return "false";
    }

    @Override
    public Optional<Boolean> read(Place place, JsonNode node) {
        Optional<Boolean> value = ScalarTypes.BOOL.read(place, node);
        return value.isPresent() && value.get()
                ? place.refused("value true is not supported: " + reason + "; expected false")
                : value;
    }

    @Override
    public JsonNode write(Boolean value) {
        return ScalarTypes.BOOL.write(value);
    }
}
