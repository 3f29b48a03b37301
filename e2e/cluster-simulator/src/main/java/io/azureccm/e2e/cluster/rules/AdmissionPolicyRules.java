package io.azureccm.e2e.cluster.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.admission.AdmissionPolicy;
import io.azureccm.e2e.cluster.json.Json;

/** ValidatingAdmissionPolicies: their expressions have to compile. Policies with parameters are not supported. */
final class AdmissionPolicyRules implements KindRules {
    @Override
    public void fillDefaults(ObjectNode object) {
        Json.setDefault(Json.ensure(object, "spec"), "failurePolicy", "Fail");
    }

    @Override
    public void validate(ObjectNode object, ObjectNode old, FieldErrors errors) {
        if (!Json.isEmpty(object, "spec", "paramKind"))
            errors.forbidden("spec.paramKind", "this simulator does not support policies with parameters");
        if (Json.items(object, "spec", "matchConstraints", "resourceRules").isEmpty())
            errors.required("spec.matchConstraints.resourceRules", "");
        if (Json.items(object, "spec", "validations").isEmpty())
            errors.required("spec.validations", "validations or auditAnnotations must contain at least one item");
        try {
            AdmissionPolicy.compile(object);
        } catch (IllegalArgumentException wrong) {
            errors.invalid("spec", Json.text(object, "metadata", "name"), wrong.getMessage());
        }
    }
}
